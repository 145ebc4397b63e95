import { readFileSync, statSync } from 'node:fs';
import { findRedactions } from '@domain/privacy/find-redactions';
import { type RedactionCount, type RuleName, ruleReasons, type TextLevel } from '@domain/privacy/rules';
import { createTally } from '@domain/privacy/tally';
import { err, ok, type Result } from '@domain/result';

export type FileFinding = {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly rule: RuleName;
  readonly reason: string;
};
export type FileReport = {
  readonly file: string;
  readonly level: TextLevel;
  readonly findings: readonly FileFinding[];
  readonly counts: readonly RedactionCount[];
};
export type FileRefused = { readonly code: 'file-unreadable'; readonly path: string };

export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

/** Where something would be taken and why; never what. */
export function checkFile(path: string, level: TextLevel): Result<FileReport, FileRefused> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return err({ code: 'file-unreadable', path });
  }
  const tally = createTally();
  let line = 1;
  let lineFrom = 0;
  const findings = findRedactions(text, level).map(({ start, end, rule }): FileFinding => {
    tally.add(null, { [rule]: 1 });
    for (
      let next = text.indexOf('\n', lineFrom);
      next !== -1 && next < start;
      next = text.indexOf('\n', lineFrom)
    ) {
      line += 1;
      lineFrom = next + 1;
    }
    return { line, column: start - lineFrom + 1, length: end - start, rule, reason: ruleReasons[rule] };
  });
  return ok({ file: path, level, findings, counts: tally.counts() });
}
