import { z } from 'zod';

/** What the host says of its terminal; what it says beside that is Node's own complaint. */
export const HostReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), pid: z.int().positive() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
  /** The program has ended and the rest of what it wrote is on its way. */
  z.object({ type: z.literal('draining') }),
  z.object({ type: z.literal('exited'), exit_code: z.int().nullable(), signal: z.string().nullable() }),
]);
export type HostReport = z.infer<typeof HostReport>;

const KEPT_COMPLAINT = 2000;

export type ReportReader = {
  push(text: string): readonly HostReport[];
  complaint(): string;
};

export function createReportReader(): ReportReader {
  let held = '';
  let complaint = '';
  return {
    push(text) {
      const lines = (held + text).split('\n');
      held = lines.pop() ?? '';
      return lines.flatMap((line) => {
        const report = readReport(line);
        if (report === null) complaint = `${complaint}${line}\n`.slice(-KEPT_COMPLAINT);
        return report === null ? [] : [report];
      });
    },
    complaint: () => (complaint + held).trim(),
  };
}

function readReport(line: string): HostReport | null {
  try {
    return HostReport.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
