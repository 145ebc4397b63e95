import type { PriceFinder } from '@domain/history/report';
import { readSearchQuery } from '@domain/history/search-query';
import type { SaidFacts } from '@domain/history/session-summary';
import { hasTerms, snippetOf } from '@domain/history/snippet';
import type {
  FoundPlace,
  OddLine,
  TranscriptMessage,
  TranscriptOutline,
  TranscriptWindow,
} from '@domain/history/transcript';
import { cutMessage, makePage, textsIn } from '@domain/history/transcript-page';
import type { SessionId } from '@domain/ids';
import { filterText } from '@domain/privacy/filter-text';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import type { IndexedMessage } from '@domain/transcript/thread-index';
import type { Timers } from '../../ports/timers';
import type { TranscriptPages } from '../../ports/transcript-pages';
import { createTranscriptDesk, type OpenTranscript, type SheetShelf } from './open-transcript';
import { outlineOf } from './outline-transcript';
import { summariseTranscript } from './summarise-transcript';

export type ThreadRequest = {
  readonly id: string;
  readonly agent?: string | undefined;
  readonly branches: boolean;
  /** What may be shown of tools in the session's project. */
  readonly policy: PrivacyPolicy;
};
export type WindowRequest = ThreadRequest & {
  readonly from?: number | undefined;
  readonly around?: string | undefined;
  readonly direction: 'after' | 'before';
  readonly limit: number;
};
export type FindRequest = ThreadRequest & {
  readonly text: string;
  readonly as: 'characters' | 'words';
  readonly limit: number;
};

/** Null from any of them: there is no such transcript (or message) any more. */
export type TranscriptViews = {
  window(request: WindowRequest): Promise<TranscriptWindow | null>;
  message(
    request: ThreadRequest & { readonly messageId: string },
  ): Promise<TranscriptMessage | 'gone' | null>;
  outline(request: ThreadRequest): Promise<TranscriptOutline | null>;
  summary(request: ThreadRequest): Promise<SaidFacts | null>;
  find(request: FindRequest): Promise<{ places: FoundPlace[]; is_cut: boolean } | null>;
  /** What of any of its files was not understood, or is of a type nobody knows. */
  oddLines(id: string): Promise<OddLine[] | null>;
  /** Every message of the thread, in pieces of a bounded size. */
  each(request: ThreadRequest, visit: (messages: readonly TranscriptMessage[]) => void): Promise<boolean>;
};

export type TranscriptViewsDeps = {
  readonly pages: TranscriptPages;
  readonly sheets?: SheetShelf;
  readonly pathsOf: (id: string) => Promise<readonly string[]>;
  readonly price: PriceFinder;
  readonly timers: Timers;
};

/** With what stands around it on the wire this stays below 300 KB. */
const PAGE_CHARS = 250_000;
const READ_BYTES = 8 * 1024 * 1024;
const AT_ONCE = 200;
const MOST_ODD = 100;
const BEFORE = 60;
const AFTER = 140;

export function createTranscriptViews({
  pages,
  sheets,
  pathsOf,
  price,
  timers,
}: TranscriptViewsDeps): TranscriptViews {
  const desk = createTranscriptDesk(pages, sheets);

  const open = async ({ id, agent }: ThreadRequest, withAgents = false) =>
    desk.open(id, await pathsOf(id), withAgents || agent !== undefined);
  const listOf = (opened: OpenTranscript, { agent, branches }: ThreadRequest) =>
    opened.index.list(agent ?? null, branches);
  /** Others may ask meanwhile. */
  const breathe = () => new Promise<void>((resolve) => void timers.after(0, resolve));

  const build = (
    opened: OpenTranscript,
    list: readonly IndexedMessage[],
    from: number,
    count: number,
    policy: PrivacyPolicy,
  ): { messages: TranscriptMessage[]; next: number } => {
    const wanted = list.slice(from, from + count);
    const read = opened.read(wanted, READ_BYTES);
    const paged = wanted.slice(0, read.count).map((message, at) => ({
      id: message.id,
      position: from + at,
      isPruned: opened.index.isPruned(message),
    }));
    return { messages: makePage(paged, read.lines, policy, price), next: from + read.count };
  };

  const each: TranscriptViews['each'] = async (request, visit) => {
    const opened = await open(request);
    if (opened === null) return false;
    const list = listOf(opened, request);
    for (let at = 0; at < list.length; ) {
      const { messages, next } = build(opened, list, at, AT_ONCE, request.policy);
      visit(messages);
      at = next;
      await breathe();
    }
    return true;
  };

  return {
    each,
    async oddLines(id) {
      const paths = (await pathsOf(id)).filter((path) => pages.look(path) !== null);
      if (paths.length === 0) return null;
      const lines: OddLine[] = [];
      for (const path of paths) {
        const unknown = lines.filter(({ kind }) => kind !== null).length;
        const broken = lines.length - unknown;
        const odd = pages.oddLines(path, { broken: MOST_ODD - broken, unknown: MOST_ODD - unknown });
        lines.push(...odd.map((each) => ({ ...each, path, text: filterText(each.text, 'shapes').text })));
        await breathe();
      }
      return lines;
    },
    async window(request) {
      const opened = await open(request);
      if (opened === null) return null;
      const list = listOf(opened, request);
      const wanted = request.around === undefined ? null : opened.index.messageOf(request.around);
      const at = wanted === null ? -1 : list.findIndex(({ id }) => id === wanted);
      const found = at === -1 ? null : at;
      const range = rangeOf(request, list.length, found);
      const cut = (from: number, count: number) =>
        build(opened, list, from, count, request.policy).messages.map(cutMessage);
      return {
        session_id: request.id as SessionId,
        source: opened.source,
        revision: opened.revision,
        total: list.length,
        found,
        messages: fitting(cut(range.from, range.count), found ?? range.anchor),
        lines_not_understood: opened.notUnderstood,
      };
    },
    async message(request) {
      const opened = await open(request);
      if (opened === null) return 'gone';
      const list = listOf(opened, { ...request, branches: true });
      const wanted = opened.index.messageOf(request.messageId);
      const at = list.findIndex(({ id }) => id === wanted);
      if (at === -1) return null;
      return build(opened, list, at, 1, request.policy).messages[0] ?? null;
    },
    async outline(request) {
      const opened = await open(request, true);
      if (opened === null) return null;
      const paths = await pathsOf(request.id);
      const read = (from: number, count: number, list: readonly IndexedMessage[]) =>
        build(opened, list, from, count, request.policy).messages;
      return outlineOf({ opened, pages, paths, request, read, breathe });
    },
    async summary(request) {
      const opened = await open(request, true);
      if (opened === null) return null;
      return summariseTranscript({
        opened,
        read: (list, from, count) => build(opened, list, from, count, request.policy),
        breathe,
      });
    },
    async find(request) {
      const look = request.as === 'words' ? wordFinder(request.text) : characterFinder(request.text);
      const places: FoundPlace[] = [];
      let isCut = false;
      const isThere = await each(request, (messages) => {
        for (const message of messages) {
          if (places.length >= request.limit) isCut = true;
          else {
            const place = placeIn(message, look);
            if (place !== null) places.push(place);
          }
        }
      });
      return isThere ? { places, is_cut: isCut } : null;
    },
  };
}

function rangeOf(
  { from, direction, limit }: WindowRequest,
  total: number,
  found: number | null,
): { from: number; count: number; anchor: number } {
  if (found !== null) {
    const first = Math.max(0, found - Math.floor(limit / 3));
    return { from: first, count: limit, anchor: found };
  }
  if (direction === 'after') return { from: from ?? 0, count: limit, anchor: from ?? 0 };
  const end = Math.min(from ?? total, total);
  const first = Math.max(0, end - limit);
  return { from: first, count: end - first, anchor: end - 1 };
}

/** As many around the anchor as fit, first those behind it. */
function fitting(messages: readonly TranscriptMessage[], anchor: number): TranscriptMessage[] {
  const sizes = messages.map((message) => JSON.stringify(message).length);
  const at = Math.max(
    0,
    messages.findIndex(({ position }) => position >= anchor),
  );
  let first = at;
  let last = at;
  let chars = sizes[at] ?? 0;
  while (last + 1 < messages.length && chars + (sizes[last + 1] ?? 0) <= PAGE_CHARS) {
    last += 1;
    chars += sizes[last] ?? 0;
  }
  while (first > 0 && chars + (sizes[first - 1] ?? 0) <= PAGE_CHARS) {
    first -= 1;
    chars += sizes[first] ?? 0;
  }
  return messages.slice(first, last + 1);
}

type Finder = (text: string) => FoundPlace['snippet'] | null;

function characterFinder(characters: string): Finder {
  const wanted = characters.toLowerCase();
  return (text) => {
    const at = text.toLowerCase().indexOf(wanted);
    if (at === -1) return null;
    const [from, end] = [Math.max(0, at - BEFORE), at + wanted.length];
    return [
      { text: text.slice(from, at), is_hit: false },
      { text: text.slice(at, end), is_hit: true },
      { text: text.slice(end, end + AFTER), is_hit: false },
    ].filter((piece) => piece.text !== '');
  };
}

/** A text in which all of them stand, as the catalog finds it. */
function wordFinder(words: string): Finder {
  const terms = readSearchQuery(words);
  return (text) => (terms.length > 0 && hasTerms(text, terms) ? snippetOf(text, terms) : null);
}

function placeIn(message: TranscriptMessage, look: Finder): FoundPlace | null {
  for (const { role, text } of textsIn(message)) {
    const snippet = look(text);
    if (snippet === null) continue;
    return { position: message.position, message_id: message.id, at: message.timestamp, role, snippet };
  }
  return null;
}
