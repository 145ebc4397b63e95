import type { Message } from '@domain/session/message';
import { readLineFacts } from '@domain/transcript/line-facts';
import { createMessageBuilder } from '@domain/transcript/message-builder';
import { addLine, createTally, type SessionTally } from '@domain/transcript/session-tally';
import type { Timers } from '../../ports/timers';
import { type AgentFiles, createAgentFiles } from './agent-files';
import { createFollowedFile, type FollowedFile } from './followed-file';

/*
 * Follows one transcript, and those of its subagents, while its process lives.
 * T1  Nothing is read while nothing is awaited: the stream says which lines must come, and the file is read until they are
 *     there (Claude writes them up to a moment after it has told them).
 * T2  `finish` reads to the end of the file: after the process has ended nothing is missing.
 * T3  Memory is bounded by the longest line we take, whatever the file holds.
 * T4  A call is told before what its subagent said.
 * T5  `leave` is the end of a file whose process goes on elsewhere: what was told and is not written yet is waited for.
 * T6  What was said does not stay in memory. Where the session goes back further than that, all of it is read and told again.
 */
export type TranscriptTail = {
  /** A line with this uuid will be written. */
  expect(uuid: string): void;
  /** Reads what is there now, whether something is awaited or not. */
  look(): Promise<void>;
  finish(): Promise<void>;
  /** As `finish`, once the awaited lines are there; the one named will not come. */
  leave(but: string | null): Promise<void>;
};

export type TranscriptTailDeps = {
  readonly locate: () => Promise<string | null>;
  readonly timers: Timers;
  readonly onMessages: (messages: readonly Message[]) => void;
  /** Lines came: what all of them count up to. The same tally every time. */
  readonly onCounted?: (tally: SessionTally) => void;
  /** Every line of the session's own file as it stands, before its message is told. */
  readonly onLine?: (line: string) => void;
};

const AGAIN_MS = 150;
/** A line that did not come within this many looks is waited for no longer; the next one told begins anew. */
const MOST_LOOKS = 400;
const MOST_LOOKS_BACK = 20;
const KEPT_MESSAGES = 16;

export function createTranscriptTail(deps: TranscriptTailDeps): TranscriptTail {
  const { locate, timers, onMessages, onLine, onCounted } = deps;
  const tally = createTally();
  let builder = createMessageBuilder({ inOrder: true, keeps: KEPT_MESSAGES });
  const awaited = new Set<string>();
  let files: { readonly own: FollowedFile; readonly agents: AgentFiles } | null = null;
  /** Lines of the session's own file that were heard, and how many of them come again. */
  let heard = 0;
  let again = 0;
  let looks = 0;
  let cancel: (() => void) | null = null;
  let isFinished = false;
  let reading: Promise<void> = Promise.resolve();

  const tell = (messages: readonly Message[]) => {
    if (messages.length > 0) onMessages(messages);
  };
  const hearLine = (line: string) => {
    if (again > 0) again -= 1;
    else {
      heard += 1;
      onLine?.(line);
    }
  };
  const readFiles = async () => {
    const path = files === null ? await locate() : null;
    if (path !== null) files = { own: createFollowedFile(path), agents: createAgentFiles(path) };
    if (files === null) return;
    let lines = 0;
    const onLines = (read: readonly string[]) => {
      lines += read.length;
      for (const text of read) addLine(tally, readLineFacts(text));
      tell(builder.add(read));
    };
    const hasGrown = await files.own.readOn((read) => {
      read.forEach(hearLine);
      onLines(read);
    });
    // Nothing came since the last look: what still waits for its parent waits in vain.
    if (!hasGrown) tell(builder.settle());
    await files.agents.readOn({ onLines, onCall: (agent, call) => tell(builder.link(agent, call)) });
    if (lines > 0) onCounted?.(tally);
    for (const uuid of awaited) if (builder.has(uuid)) awaited.delete(uuid);
  };
  const readOn = async () => {
    await readFiles();
    if (!builder.isLacking()) return;
    builder = createMessageBuilder({ inOrder: true });
    files = null;
    again = heard;
    // The rest of a tally are sets; these only count up.
    Object.assign(tally, { lines: 0, broken: 0, unknown: 0 });
    await readFiles();
  };

  const look = () => {
    cancel = null;
    reading = reading.then(readOn).then(() => {
      if (isFinished || cancel !== null || awaited.size === 0) return;
      looks += 1;
      if (looks < MOST_LOOKS) cancel = timers.after(AGAIN_MS, look);
      else awaited.clear();
    });
  };

  const finish = async () => {
    isFinished = true;
    cancel?.();
    await reading;
    await readOn();
    tell(builder.settle());
  };

  return {
    finish,
    async leave(but) {
      awaited.delete(but ?? '');
      for (let back = 0; awaited.size > 0 && back < MOST_LOOKS_BACK; back += 1) {
        reading = reading.then(readOn);
        await reading;
        if (awaited.size > 0) await new Promise<void>((again) => void timers.after(AGAIN_MS, again));
      }
      await finish();
    },
    expect(uuid) {
      if (isFinished) return;
      awaited.add(uuid);
      looks = 0;
      cancel ??= timers.after(AGAIN_MS, look);
    },
    look() {
      if (!isFinished) reading = reading.then(readOn);
      return reading;
    },
  };
}
