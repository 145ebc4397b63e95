import type { Digest } from './digest';
import type { Session } from './record';

const LONGEST_ANSWER = 2000;
const MOST = 20;

export type HandOffFacts = {
  readonly beadTitle: string | null;
  readonly digest: Digest;
  readonly files: readonly string[];
  readonly commits: readonly string[];
};

/**
 * What the next session is told first, to be read and changed by a person before it is sent. Every heading is there, so that
 * what nobody wrote down is seen to be missing.
 */
export function handOffNote(session: Session, { beadTitle, digest, files, commits }: HandOffFacts): string {
  const open = digest.todos.filter(({ isDone }) => !isDone).map(({ text }) => text);
  const failing = digest.tests.filter(({ success }) => !success).map(({ command }) => command);
  const done = digest.todos.filter(({ isDone }) => isDone).map(({ text }) => `Done: ${text}`);
  const passing = digest.tests.filter(({ success }) => success).map(({ command }) => command);
  const goal = [
    session.objective ?? session.title ?? beadTitle ?? digest.prompts[0]?.split('\n')[0],
    session.bead_id === undefined ? null : `Bead ${session.bead_id}${beadTitle ? `: ${beadTitle}` : ''}`,
  ];
  const state = [
    session.branch === undefined ? null : `Branch ${session.branch}`,
    ...commits.slice(0, MOST).map((commit) => `Commit ${commit.slice(0, 8)}`),
    ...done,
    ...passing.map((command) => `Passes: ${command}`),
  ];
  return [
    `You continue the work "${session.title ?? beadTitle ?? session.bead_id ?? 'of an earlier session'}".`,
    part('Goal', goal),
    part(
      'State',
      state,
      digest.lastAnswer === null ? null : `The last answer was:\n\n${cut(digest.lastAnswer)}`,
    ),
    part('Decisions', [...digest.decisions, ...laterPrompts(digest)]),
    part('Files', listed(files)),
    part('Open points', [...open, ...failing.map((command) => `Fails: ${command}`)]),
    part('Next step', [open[0] ?? (failing[0] === undefined ? null : `Make this pass: ${failing[0]}`)]),
  ].join('\n\n');
}

/** After the first prompt, what the person said steered the work. */
function laterPrompts({ prompts }: Digest): string[] {
  return prompts
    .slice(1)
    .filter((text) => !text.startsWith('You are resuming a paused session.'))
    .slice(-MOST)
    .map((text) => `Asked: ${text.split('\n')[0]?.slice(0, 300) ?? ''}`);
}

function part(
  name: string,
  items: readonly (string | null | undefined)[],
  text: string | null = null,
): string {
  const lines = items.filter((item) => item !== null && item !== undefined && item !== '');
  const body = [lines.map((line) => `- ${line}`).join('\n'), text].filter(Boolean).join('\n\n');
  return `## ${name}\n\n${body || '- '}`;
}

const listed = (names: readonly string[]) => [
  ...names.slice(0, MOST),
  ...(names.length > MOST ? [`and ${names.length - MOST} more`] : []),
];
const cut = (text: string) => (text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)} …` : text);
