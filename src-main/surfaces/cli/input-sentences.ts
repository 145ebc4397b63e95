import { plainText } from './plain-text';

type Facts = { readonly code: string; readonly [fact: string]: unknown };

const BEAD_ID = 'A bead is named by its id, such as shop-a1b. See: beads-console beads list';
const TITLE =
  'A title is some text of at most 500 bytes. Give one: beads-console beads create "What is to be done"';
const LABEL = 'A label is text without commas, at most 200 characters.';
const NAME = 'A name is one line of text, at most 200 characters.';

/** What a field takes, by the subject and the field. The contract decides; this only says it in words. */
const TAKES: Readonly<Record<string, string>> = {
  'beads.title': TITLE,
  'beads.status': 'A status is a word of small letters, digits, _ and -, such as in_progress.',
  'beads.type':
    'A type is a word of small letters, digits, _ and -, such as bug, feature, task, chore or epic.',
  'beads.issue_type':
    'A type is a word of small letters, digits, _ and -, such as bug, feature, task, chore or epic.',
  'beads.priority': 'A priority is 0 (highest) to 4.',
  'beads.label': LABEL,
  'beads.labels': LABEL,
  'beads.label_any': LABEL,
  'beads.assignee': NAME,
  'beads.actor': NAME,
  'beads.id': BEAD_ID,
  'beads.parent': BEAD_ID,
  'beads.blocked_by': BEAD_ID,
  'beads.metadata':
    'Metadata is a JSON object whose keys begin with a letter: letters, digits, _ and . after it.',
  'sessions.status':
    'A session is draft, active, paused or closed: give one of these, or several with commas.',
  'sessions.outcome': 'An outcome is done, handoff, abandoned, crash or killed.',
  'sessions.limit': 'A limit is a number from 1 to 500.',
  'sessions.bead_id': BEAD_ID,
  'sessions.bead': BEAD_ID,
  'sessions.format': 'A format is md or json.',
};

const WRAPPERS = ['bead', 'patch', 'filter', 'edge', 'expected'];

/** One sentence per field that was refused. */
export function inputSentence(error: Facts): string {
  const subject = String(error['name'] ?? '').split('.')[0] ?? '';
  const issues = Array.isArray(error['issues']) ? error['issues'] : [];
  const said = issues.map((issue: { path?: unknown }) => {
    const [first = '', second = ''] = String(issue.path ?? '').split('.');
    const field = WRAPPERS.includes(first) && second !== '' ? second : first;
    return TAKES[`${subject}.${field}`] ?? unnamed(field);
  });
  return [...new Set(said.length === 0 ? [unnamed('')] : said)].join(' ');
}

function unnamed(field: string): string {
  const what = field === '' ? 'That' : `What was given for ${plainText(field).replaceAll('_', ' ')}`;
  return `${what} cannot be used. See --help for what the command takes.`;
}
