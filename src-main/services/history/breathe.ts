/** Whoever has asked something meanwhile is answered first. */
export const breathe = () => new Promise<void>((resolve) => void setImmediate(resolve));
