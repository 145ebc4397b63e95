import { z } from 'zod';

/** What `--agent=` takes. A name with anything else in it is not offered. */
export const AgentName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$/);

export const AgentSource = z.enum(['project', 'user']);
export type AgentSource = z.infer<typeof AgentSource>;

/** A file in `.claude/agents`: its front matter alone; what it tells Claude is Claude's to read. */
export const Agent = z.object({
  name: AgentName,
  source: AgentSource,
  description: z.string(),
  model: z.string().nullable(),
  /** Null: every tool. */
  tools: z.array(z.string()).nullable(),
  file: z.string(),
});
export type Agent = z.infer<typeof Agent>;

export const BrokenAgent = z.object({
  file: z.string(),
  source: AgentSource,
  reason: z.enum([
    'unreadable',
    'too-big',
    'link-outside',
    'no-front-matter',
    'not-yaml',
    'no-name',
    'name-unusable',
    /** Another file of the same folder has the name. */
    'name-twice',
  ]),
});
export type BrokenAgent = z.infer<typeof BrokenAgent>;

export const AgentList = z.object({
  /** The project's first; one that both have is the project's, as Claude sees it. */
  agents: z.array(Agent),
  broken: z.array(BrokenAgent),
  /** The project has some, and is not trusted: they are left out. */
  has_untrusted: z.boolean(),
});
export type AgentList = z.infer<typeof AgentList>;

const LONGEST_DESCRIPTION = 500;
const MOST_TOOLS = 100;

export type Matter = { readonly [key: string]: unknown };

/** The fields we show, out of whatever a front matter holds. */
export function readAgent(
  matter: Matter,
  place: Pick<Agent, 'source' | 'file'>,
): Agent | BrokenAgent['reason'] {
  const named = matter['name'];
  if (typeof named !== 'string' || named.trim() === '') return 'no-name';
  const name = AgentName.safeParse(named.trim());
  if (!name.success) return 'name-unusable';
  return {
    ...place,
    name: name.data,
    description: plainLine(matter['description']).slice(0, LONGEST_DESCRIPTION),
    model: plainLine(matter['model']).slice(0, 100) || null,
    tools: toolsOf(matter['tools']),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these steer terminals and turn text round
const STEERING = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

function plainLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(STEERING, ' ').trim() : '';
}

function toolsOf(value: unknown): string[] | null {
  const listed = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const tools = listed.map((tool) => plainLine(tool).slice(0, 100)).filter((tool) => tool !== '');
  return tools.length === 0 ? null : tools.slice(0, MOST_TOOLS);
}
