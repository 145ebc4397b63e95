import { join } from 'node:path';
import { type PolicyFault, readPolicyFile } from '@domain/privacy/policy-file';
import type { PolicyView } from '@domain/privacy/policy-view';
import { err, ok, type Result } from '@domain/result';
import type { Document } from 'yaml';
import type { PolicyBook } from '../../ports/policy-book';
import type { PolicyEditor } from '../../ports/policy-editor';
import { createSmallFile } from '../fs/small-file';
import { readOne } from './privacy-files';

export type PrivacyEditorOptions = {
  readonly book: Pick<PolicyBook, 'of'>;
  readonly isTrusted: (folder: string) => boolean;
};

const KEY = 'tool_privacy';
const fileOf = (folder: string) => join(folder, '.beads', 'privacy.yaml');

export function createPrivacyEditor({ book, isTrusted }: PrivacyEditorOptions): PolicyEditor {
  let last: Promise<unknown> = Promise.resolve();
  const read = (folder: string): PolicyView => {
    const file = fileOf(folder);
    const own = readOne(file);
    return {
      file,
      is_trusted: isTrusted(folder),
      own: own.ok ? { ...own.value } : {},
      tiers: { ...book.of(folder) },
      fault: own.ok ? null : own.error,
    };
  };
  const write: PolicyEditor['set'] = async (folder, tool, tier) => {
    if (!isTrusted(folder)) return err({ code: 'project-untrusted', path: folder });
    const file = fileOf(folder);
    const kept = createSmallFile(file);
    const text = await kept.read();
    if (!text.ok) return err({ code: 'privacy-file-broken', file, fault: 'unreadable' });
    const next = await withTier(text.value ?? '', tool, tier);
    if (!next.ok) return err({ code: 'privacy-file-broken', file, fault: next.error });
    const written = await kept.replace(next.value);
    return written.ok
      ? ok(read(folder))
      : err({ code: 'privacy-file-unwritable', file, detail: written.error.detail });
  };
  return {
    read,
    // One after the other: two that read the same text would lose one of the changes.
    set(folder, tool, tier) {
      const next = last.then(() => write(folder, tool, tier));
      last = next;
      return next;
    },
  };
}

/** The text with this tool named so, its comments kept. The parser is loaded by the first change, not by every start. */
async function withTier(
  text: string,
  tool: string,
  tier: string | null,
): Promise<Result<string, PolicyFault>> {
  const { isMap, parseDocument } = await import('yaml');
  const document: Document = parseDocument(text, { logLevel: 'error' });
  if (document.errors.length > 0) return err('not-yaml');
  if (readPolicyFile(document.toJS({ maxAliasCount: 10 })) === null) return err('not-understood');
  if (!isMap(document.contents)) document.contents = document.createNode({});
  if (!isMap(document.get(KEY))) document.set(KEY, document.createNode({}));
  if (tier === null) document.deleteIn([KEY, tool]);
  else document.setIn([KEY, tool], tier);
  return ok(document.toString({ lineWidth: 0 }));
}
