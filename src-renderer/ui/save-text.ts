/** Through a download: the browser asks where, or puts it with the others. Answers its address, by which the shell knows it. */
export function saveText(name: string, type: string, text: string): string {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return link.href;
}
