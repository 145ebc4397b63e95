import type { ExportFormat, ExportOptions } from '@domain/export/export-options';
import { createThreadWriter } from '@domain/export/write-export';
import type { ThreadRequest, TranscriptViews } from './show-transcript';

export type ExportRequest = Pick<ThreadRequest, 'id' | 'policy'> & {
  readonly format: ExportFormat;
  readonly options: ExportOptions;
  /** No more characters than this. */
  readonly most: number;
};
/** `gone`: nobody has its transcript. */
export type ExportedBody = { readonly text: string } | 'gone' | 'too-large';

/** What was said in one session, with the threads of its sub-agents behind it. Filtered as everything that is shown. */
export async function exportSession(
  views: Pick<TranscriptViews, 'each' | 'outline'>,
  { id, policy, format, options, most }: ExportRequest,
): Promise<ExportedBody> {
  const request = { id, policy, branches: false };
  const writer = createThreadWriter(format, options);
  writer.begin(null);
  // What no longer fits is not even looked at: a visit cannot stop the reading, but it costs nothing then.
  const isThere = await views.each(request, (messages) => {
    if (writer.size() <= most) writer.add(messages);
  });
  if (!isThere) return 'gone';
  const outline = options.subagents ? await views.outline(request) : null;
  for (const { agent_id, agent_type, description } of outline?.subagents ?? []) {
    if (writer.size() > most) break;
    const title = ['Sub-agent', agent_type, description].filter(Boolean).join(': ');
    writer.begin({ agent_id, title });
    await views.each({ ...request, agent: agent_id }, (messages) => {
      if (writer.size() <= most) writer.add(messages);
    });
  }
  return writer.size() > most ? 'too-large' : { text: writer.end() };
}
