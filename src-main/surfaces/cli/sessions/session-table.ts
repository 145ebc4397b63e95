import { durationText } from '@domain/session/export-markdown';
import type { Session } from '@domain/session/record';
import type { Status } from '@domain/session/values';
import type { CliFrame } from '../frame';
import type { Colour } from '../paint';
import { plainText } from '../plain-text';

const dots: Readonly<Record<Status, string>> = { draft: '·', active: '●', paused: '◐', closed: '○' };
const colours: Readonly<Record<Status, Colour>> = {
  draft: 'blue',
  active: 'green',
  paused: 'yellow',
  closed: 'dim',
};

export function sayTable(frame: CliFrame, sessions: readonly Session[]): void {
  const nowMs = frame.nowMs();
  frame.sayTable<Session>(sessions, [
    {
      title: 'STATUS',
      value: ({ status }) => `${dots[status]} ${status}`,
      colour: ({ status }) => colours[status],
    },
    { title: 'ID', value: ({ id }) => id.slice(0, 8) },
    { title: 'BEAD', value: ({ bead_id }) => bead_id ?? '-', maxWidth: 24 },
    { title: 'AGENT', value: ({ agent_id, agent }) => agent_id ?? agent ?? '-', maxWidth: 24 },
    {
      title: 'ACTIVE',
      value: ({ total_duration_ms }) => durationText(total_duration_ms ?? 0),
      alignRight: true,
    },
    { title: 'WHEN', value: (session) => ago(session.started_at ?? session.created_at, nowMs) },
    { title: 'TITLE', value: titleOf },
  ]);
}

/** A piece of work in order, with what each of its sessions used and what all of them did. */
export function sayChain(frame: CliFrame, sessions: readonly Session[]): void {
  const nowMs = frame.nowMs();
  const sum = (of: (session: Session) => number | undefined) =>
    sessions.reduce((total, session) => total + (of(session) ?? 0), 0);
  frame.sayTable<Session>(sessions, [
    {
      title: 'STATUS',
      value: ({ status, outcome }) => `${dots[status]} ${outcome ?? status}`,
      colour: ({ status }) => colours[status],
    },
    { title: 'ID', value: ({ id }) => id.slice(0, 8) },
    { title: 'AGENT', value: ({ agent_id, agent }) => agent_id ?? agent ?? '-', maxWidth: 24 },
    { title: 'WHEN', value: (session) => ago(session.started_at ?? session.created_at, nowMs) },
    {
      title: 'ACTIVE',
      value: ({ total_duration_ms }) => durationText(total_duration_ms ?? 0),
      alignRight: true,
    },
    { title: 'TOKENS', value: ({ total_tokens }) => String(total_tokens ?? 0), alignRight: true },
    { title: 'COST', value: ({ stats }) => dollars(stats?.cost_micro_usd), alignRight: true },
    { title: 'TITLE', value: titleOf },
  ]);
  if (sessions.length < 2) return;
  const isPartial = sessions.some(({ stats }) => stats?.cost_micro_usd === undefined);
  const figures = [
    `${sessions.length} sessions`,
    durationText(sum(({ total_duration_ms }) => total_duration_ms)),
    `${sum(({ total_tokens }) => total_tokens)} tokens`,
    `${isPartial ? 'at least ' : ''}${dollars(sum(({ stats }) => stats?.cost_micro_usd))}`,
  ];
  frame.say(frame.paint('dim', figures.join(' · ')));
}

const dollars = (micro: number | undefined) =>
  micro === undefined ? '?' : `$${(micro / 1e6).toFixed(micro < 10_000 ? 4 : 2)}`;

export function titleOf(session: Session): string {
  const asked = (session.initial_prompt ?? session.prompt).trim().split('\n')[0] ?? '';
  return (
    session.title ??
    session.objective?.split('\n')[0] ??
    (asked === '' ? 'Untitled session' : asked.slice(0, 80))
  );
}

export function sayRecord(frame: CliFrame, session: Session): void {
  const line = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '')
      frame.say(`${frame.paint('dim', `${name}:`.padEnd(12))}${plainText(String(value))}`);
  };
  frame.say(
    `${frame.paint(colours[session.status], dots[session.status])} ${frame.paint('bold', plainText(titleOf(session)))}`,
  );
  const detail =
    session.status === 'closed'
      ? session.outcome
      : session.status === 'paused'
        ? session.pause_reason
        : undefined;
  line('Id', session.id);
  line('Status', detail === undefined ? session.status : `${session.status} (${detail})`);
  line('In trash', session.trashed_at);
  line('Bead', session.bead_id);
  line('Agent', session.agent_id ?? session.agent);
  line('Objective', session.objective);
  line('Created', session.created_at);
  line('Started', session.started_at);
  line('Closed', session.closed_at);
  line('Active', durationText(session.total_duration_ms ?? 0));
  line('Tokens', session.total_tokens);
  line('Captured', captureText(session.capture));
  line('Folder', session.cwd);
  line('Tags', session.tags.join(', '));
  line('Chain', session.chain_id === session.id ? undefined : session.chain_id);
  line('Parent', session.parent_id);
  line('Children', session.child_ids.join(', '));
  line('Notes', session.notes);
}

export function ago(at: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(at)) / 1000));
  if (seconds < 60) return 'just now';
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}h ago`;
  const days = Math.floor(hours / 24);
  return days < 60 ? `${days}d ago` : at.slice(0, 10);
}

export function captureText({ state, parse_error }: Session['capture']): string {
  return parse_error === undefined ? state : `${state} (${parse_error})`;
}
