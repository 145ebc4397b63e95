import type { Bead } from '@domain/bead/record';
import type { BeadId } from '@domain/ids';
import type { ContextChoice, ContextFile, ContextPartKind, LeftOut } from '@domain/session/context-pack';
import { estimateTokens } from '@domain/session/context-pack';
import { withoutTracker } from '@domain/session/since-pause';
import type { BeadDetails } from '@domain/tracker-state';
import { beadPart, blockersPart, type EarlierSession, sessionsPart } from '@domain/work/context-text';
import { namedFiles } from '@domain/work/named-files';
import { isPattern, matchesPattern } from '@domain/work/path-pattern';
import type { ContextFiles } from '../../ports/context-files';
import type { Git } from '../../ports/git';
import type { ProjectTracker } from '../beads/beads-service';
import type { SessionsService } from '../sessions/sessions-service';
import { digestWork, readMessages } from './work-world';

const MOST_FILES = 100;
const MOST_DIFFS = 50;
const MOST_SESSIONS = 5;
const MOST_BLOCKERS = 20;

/** One part as it was found: text that goes as it is, or files that go as far as there is room. */
export type Piece = {
  readonly kind: ContextPartKind;
  readonly about: string;
  readonly text: string;
  /** Bytes that were only estimated: the text was not made, because nobody chose it. */
  readonly guess: number | null;
  readonly files: readonly (ContextFile & { readonly text: string })[];
  readonly left: readonly LeftOut[];
};

export type PieceWorld = {
  readonly service: SessionsService;
  readonly tracker: ProjectTracker | null;
  readonly git: Git;
  readonly files: ContextFiles;
};

export type PieceWish = {
  readonly root: string;
  readonly details: BeadDetails | null;
  readonly choice: ContextChoice;
};

const nothing = { text: '', guess: null, files: [], left: [] } as const;

/** Every part there is something to say in, chosen or not, in the order in which they are told. */
export async function gatherPieces(world: PieceWorld, wish: PieceWish): Promise<readonly Piece[]> {
  const { details, choice, root } = wish;
  const listed = world.files.list(root);
  const [blockers, sessions, named, chosen, diff] = await Promise.all([
    details === null ? null : gatherBlockers(world, details),
    details === null ? null : gatherSessions(world, details.bead.id),
    details === null
      ? null
      : listed.then(({ paths }) => namedPiece(world.files, root, namedFiles(wordsOf(details.bead), paths))),
    listed.then(({ paths }) => chosenPiece(world.files, root, choice.files, paths)),
    gatherDiff(world.git, root, choice.parts.includes('diff')),
  ]);
  const notes = choice.notes.trim();
  const pieces: (Piece | null)[] = [
    details === null ? null : { kind: 'bead', ...nothing, ...beadPart(details.bead) },
    blockers,
    notes === '' ? null : { kind: 'notes', ...nothing, about: '', text: `## Notes\n\n${notes}` },
    sessions,
    named,
    chosen,
    diff,
  ];
  return pieces.filter((piece) => piece !== null);
}

function wordsOf({ title, description, design, acceptance_criteria, notes, comments }: Bead): string {
  const texts = [title, description, design, acceptance_criteria, notes];
  return [...texts, ...(comments ?? []).map(({ text }) => text)].join('\n');
}

async function gatherBlockers({ tracker }: PieceWorld, details: BeadDetails): Promise<Piece | null> {
  const edges = details.depends_on.filter(({ type }) => type === 'blocks').slice(0, MOST_BLOCKERS);
  if (edges.length === 0 || tracker === null) return null;
  const blockers = await Promise.all(
    edges.map(async ({ id, title, status }) => {
      const shown = title === null ? null : await tracker.show(id as BeadId);
      return { id, title, status, bead: shown?.ok ? shown.value.bead : null };
    }),
  );
  return { kind: 'blockers', ...nothing, ...blockersPart(blockers) };
}

async function gatherSessions({ service }: PieceWorld, bead: BeadId): Promise<Piece | null> {
  const own = service.book.list.inOrder(
    { trash: 'without' },
    (session) => session.bead_id === bead && session.started_at !== undefined,
  );
  const earlier: EarlierSession[] = [];
  for (const session of own.slice(-MOST_SESSIONS)) {
    const kept = await service.book.find(session.id)?.store.readSummary(session.id);
    const summary = session.summary ?? (kept?.ok ? kept.value : null);
    const told = summary ?? digestWork(session, await readMessages(service, session)).digest.lastAnswer;
    earlier.push({ session, summary: told ?? 'Nothing is known of what it came to.' });
  }
  return earlier.length === 0 ? null : { kind: 'sessions', ...nothing, ...sessionsPart(earlier) };
}

async function namedPiece(
  files: ContextFiles,
  root: string,
  paths: readonly string[],
): Promise<Piece | null> {
  if (paths.length === 0) return null;
  return { kind: 'named-files', ...nothing, about: paths.join(', '), ...(await readAll(files, root, paths)) };
}

/** Git's list is what may be chosen from: what it ignores matches nothing. In a folder without git, plain paths alone. */
async function chosenPiece(
  files: ContextFiles,
  root: string,
  wanted: readonly string[],
  paths: readonly string[],
): Promise<Piece | null> {
  if (wanted.length === 0) return null;
  const found = new Set<string>();
  const left: LeftOut[] = [];
  for (const pattern of wanted) {
    const isPlain = paths.length === 0 && !isPattern(pattern);
    const matching = isPlain ? [pattern] : paths.filter((path) => matchesPattern(pattern, path));
    if (matching.length === 0) left.push({ path: pattern, why: 'no-match' });
    for (const path of matching) found.add(path);
  }
  const all = [...found];
  if (all.length > MOST_FILES) left.push({ path: `${all.length - MOST_FILES} more files`, why: 'too-many' });
  const read = await readAll(files, root, all.slice(0, MOST_FILES));
  const about = `${read.files.length} file${read.files.length === 1 ? '' : 's'}`;
  return { kind: 'files', ...nothing, about, files: read.files, left: [...left, ...read.left] };
}

async function readAll(
  files: ContextFiles,
  root: string,
  paths: readonly string[],
): Promise<Pick<Piece, 'files' | 'left'>> {
  const read: Piece['files'][number][] = [];
  const left: LeftOut[] = [];
  for (const path of paths) {
    const one = await files.read(root, path);
    if (!one.ok) left.push({ path, why: one.why });
    else {
      const { bytes, sha256, text } = one;
      read.push({ path, bytes, tokens: estimateTokens(bytes), sha256, text });
    }
  }
  return { files: read, left };
}

/** The tracker's own files change with every bead and say nothing about the work. */
async function gatherDiff(git: Git, root: string, isChosen: boolean): Promise<Piece | null> {
  const changes = await git.changes(root, null);
  if (!changes.ok) return null;
  const changed = withoutTracker(changes.value.files);
  if (changed.length === 0) return null;
  const about = `${changed.length} file${changed.length === 1 ? '' : 's'}`;
  const lines = changed.reduce(
    (sum, { additions, deletions }) => sum + (additions ?? 0) + (deletions ?? 0),
    0,
  );
  if (!isChosen) return { kind: 'diff', ...nothing, about, guess: lines * 40 + changed.length * 80 };
  const told: string[] = [];
  for (const { path, old_path } of changed.slice(0, MOST_DIFFS)) {
    const diff = await git.fileDiff(root, null, path, old_path);
    const text = diff.ok && !diff.value.is_binary ? diff.value.text : '(not text)';
    told.push(`<diff path=${JSON.stringify(path)}>\n${text}\n</diff>`);
  }
  const rest = changed.slice(MOST_DIFFS).map(({ path }) => `- ${path}`);
  const text = [
    '## Changes that are not committed yet',
    ...told,
    ...(rest.length > 0 ? [rest.join('\n')] : []),
  ];
  return { kind: 'diff', ...nothing, about, text: text.join('\n\n') };
}
