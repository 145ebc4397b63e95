import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '@domain/result';
import type { Pty, PtyError, PtyRequest, Ptys } from '../../ports/pty';
import { createReportReader } from './host-channel';
import { createHostedPty } from './hosted-pty';
import HOST from './pty-host.cjs?raw';

export type NodePtysOptions = {
  /** The file from whose place node-pty is found. */
  readonly from?: string;
};

/** Ptys of node-pty, each in a host process of its own (`pty-host.cjs`). A node-pty that does not load is an answer. */
export function createNodePtys({ from = fileURLToPath(import.meta.url) }: NodePtysOptions = {}): Ptys {
  return { open: (request) => startHost(from, request) };
}

function startHost(from: string, request: PtyRequest): Promise<Result<Pty, PtyError>> {
  return new Promise((resolve) => {
    let host: ChildProcessWithoutNullStreams;
    try {
      host = spawn(process.execPath, ['-e', HOST, from], {
        // An electron program runs as plain Node with this; others do not know it.
        env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
        cwd: '/',
        stdio: 'pipe',
        // Ctrl-C in the terminal we were started from is for us alone.
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
    } catch (error) {
      resolve(failed(messageOf(error)));
      return;
    }
    const reports = createReportReader();
    const hosted = createHostedPty(host);
    host.stderr.setEncoding('utf8').on('data', (text: string) => {
      for (const report of reports.push(text)) {
        if (report.type === 'started') resolve(ok(hosted.begin(report.pid)));
        else if (report.type === 'failed') resolve(failed(report.message));
        else hosted.hear(report);
      }
    });
    host.once('error', (error) => resolve(failed(error.message)));
    host.once('close', () =>
      resolve(failed(reports.complaint() || 'the host of the terminal ended at once')),
    );
    host.stdin.write(`${JSON.stringify({ type: 'start', ...request })}\n`);
  });
}

function failed(message: string): Result<never, PtyError> {
  return err({ code: 'pty-failed', message });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
