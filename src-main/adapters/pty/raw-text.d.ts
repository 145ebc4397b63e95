declare module '*.cjs?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how vite hands over a file's text
  export default text;
}
