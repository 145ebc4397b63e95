/* The program that scans transcripts. `node tools/wasm.mjs` makes `scan-code.ts` of it. */
export { tokens } from './json';
export { scan } from './line';
export { scanLines } from './lines';
export { plainText } from './plain';
export { clearTally, countBroken, countLine, findable, hasRoom } from './tally';
export { makeRoomForNames, nameAt } from './words';
