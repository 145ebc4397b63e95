import type { ToolItem } from './thread.logic';
import { kindOf } from './tool-words.logic';

/** What stands where the privacy settings took an argument away. */
const MARK = /^\[(?:string|array|object|number|boolean)\]$/;

/** False: its text was taken away. Of a change that shows before its answer is there. */
export function holdsText({ tool, input, call }: ToolItem): boolean {
  if (call?.withheld !== undefined) return false;
  const isChange = ['edit', 'write'].includes(kindOf(tool));
  return !isChange || !Object.values(input).some((value) => typeof value === 'string' && MARK.test(value));
}

/** Claude puts an output that is too long for a line beside its transcript, and says so in its place. */
export function isPreview(output: string): boolean {
  return output.startsWith('<persisted-output>');
}
