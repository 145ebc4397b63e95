import { FolderPath } from '@domain/ids';
import { Doing, DoingChange } from '@domain/session/doing';
import { SessionError } from '@domain/session/errors';
import { LiveChange, LiveView, PermissionAnswer } from '@domain/session/live';
import { PromptImage, PromptImages } from '@domain/session/prompt-image';
import { RawCall } from '@domain/session/raw-call';
import { Session } from '@domain/session/record';
import { Waiting } from '@domain/session/waiting';
import { z } from 'zod';
import { command, query, stream } from './procedure';

const one = { project: FolderPath.optional(), id: z.string().min(1).max(100) };
const Nothing = z.null();

/**
 * Talking with the process of a session (part of `sessions`).
 *
 * How a chat is made of it:
 * 1. Follow `sessions.live`. The snapshot is a `LiveView`; every change is applied with `applyLiveChange` of
 *    `@domain/session/live-view`, the same function main uses. A fresh snapshot replaces the view.
 * 2. After each snapshot read `sessions.messages`: the record. A `recorded` change carries the messages that were stored
 *    just now, as they were stored; put each in the place of the one with its id, or at the end. Reading and following
 *    overlap: the id decides, not the order of arrival.
 * 3. Show the record, then `view.parts`: what is not recorded yet. `applyLiveChange` drops a part once the record holds it. A
 *    tool of a recorded message that has no entry in `tool_calls` still runs: its part (same id) stays until it is finished
 *    and recorded; show it in its message's place, not twice.
 * 4. `view.permissions` are the open questions; they survive a reload and are gone with their turn.
 * 5. `view.queue` are prompts that wait for the turn to end. To edit one: take it back, then send it anew. To send now:
 *    `sendNow`. After `interrupt` the first of the queue follows by itself.
 * 6. `view.retry` says that the API is asked again; `view.tasks` who works on in the background, also between turns.
 * 7. After `process-ended`, `view.end` tells how; `last_lines` is what a crashed Claude printed last. What a queue holds stays
 *    there after a resume too: it follows the turn of the next prompt, or is sent with `sendNow`.
 *
 * The live view is the owner's raw view and is never stored: it leads to the window alone.
 */
export const talking = {
  live: stream({
    input: z.strictObject(one),
    snapshot: LiveView,
    change: LiveChange,
    errors: SessionError,
    doors: ['ui'],
  }),
  /** What every session with a process does now, and which of them wait for an answer: for badges and notices. */
  doing: stream({
    input: z.strictObject({}),
    snapshot: z.object({ doing: z.array(Doing) }),
    change: DoingChange,
    errors: SessionError,
    doors: ['ui'],
  }),
  /** Who was started or resumed while every place was taken (`sessions.max_active` of the settings), first come first. */
  waiting: stream({
    input: z.strictObject({}),
    snapshot: z.object({ waiting: z.array(Waiting) }),
    change: z.object({ waiting: z.array(Waiting) }),
    errors: SessionError,
    doors: ['ui'],
  }),
  /** Out of the line: it stays what it is, and is not started. */
  stopWaiting: command({
    input: z.strictObject(one),
    output: Session,
    errors: SessionError,
    doors: ['ui', 'cli', 'rest'],
  }),
  /** Sent at once when Claude is idle, queued while it works. `prompt_id` is the id the message is recorded under. */
  prompt: command({
    input: z.strictObject({
      ...one,
      text: z.string().min(1).max(500_000),
      images: PromptImages.optional(),
    }),
    output: z.object({ prompt_id: z.string(), is_queued: z.boolean() }),
    errors: SessionError,
    doors: ['ui', 'cli'],
  }),
  /** Takes a queued prompt back; answers with all of it. */
  takeBackPrompt: command({
    input: z.strictObject({ ...one, prompt_id: z.string().min(1).max(200) }),
    output: z.object({ text: z.string(), images: z.array(PromptImage) }),
    errors: SessionError,
    doors: ['ui'],
  }),
  /** Stops the running turn, if there is one; this prompt of the queue follows. */
  sendNow: command({
    input: z.strictObject({ ...one, prompt_id: z.string().min(1).max(200) }),
    output: Nothing,
    errors: SessionError,
    doors: ['ui'],
  }),
  /** Files of the session's folder that fit what was typed after `@`, best first. */
  files: query({
    input: z.strictObject({
      ...one,
      typed: z.string().max(500),
      limit: z.int().min(1).max(50).default(20),
    }),
    output: z.object({ files: z.array(z.string()), is_complete: z.boolean() }),
    errors: SessionError,
    doors: ['ui'],
  }),
  /** A picture of a message, from Claude's own transcript; null when it is not there any more. */
  picture: query({
    input: z.strictObject({
      ...one,
      message_id: z.string().min(1).max(200),
      index: z.int().min(0).max(100),
    }),
    output: z.object({ picture: PromptImage.nullable() }),
    errors: SessionError,
    doors: ['ui'],
  }),
  /**
   * One call of a tool, unfiltered, from Claude's own transcript or our copy of it; null when neither has it. Of any session
   * of this machine. Its owner's view, at the window alone: it is never stored, indexed, logged or exported.
   */
  toolCall: query({
    input: z.strictObject({ ...one, call_id: z.string().min(1).max(200) }),
    output: z.object({ call: RawCall.nullable() }),
    errors: SessionError,
    doors: ['ui'],
  }),
  /** What can be said after `/`: Claude's own commands, and those that files of the project and the user describe. */
  commands: query({
    input: z.strictObject(one),
    output: z.object({
      commands: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          source: z.enum(['claude', 'project', 'user']),
        }),
      ),
    }),
    errors: SessionError,
    doors: ['ui'],
  }),
  /** Stops the running turn and keeps what was said; the process stays. Answers when the turn has ended. */
  interrupt: command({
    input: z.strictObject(one),
    output: Nothing,
    errors: SessionError,
    doors: ['ui', 'cli'],
  }),
  /** Only a person at the window answers: no other door leads here, so that no agent can answer for itself. */
  answerPermission: command({
    input: z.strictObject({ ...one, permission_id: z.string().min(1).max(200), answer: PermissionAnswer }),
    output: Nothing,
    errors: SessionError,
    doors: ['ui'],
  }),
};
