import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import {
  type Agent,
  type AgentList,
  type AgentSource,
  type BrokenAgent,
  type Matter,
  readAgent,
} from '@domain/agent';
import { parseDocument } from 'yaml';
import type { Agents } from '../../ports/agents';
import { readRegular } from '../fs/read-file';

type Env = { readonly [name: string]: string | undefined };
type Found = { readonly agents: readonly Agent[]; readonly broken: readonly BrokenAgent[] };

const MOST_FILES = 200;
const LARGEST_FILE = 256 * 1024;
const LARGEST_MATTER = 16 * 1024;
const NONE: Found = { agents: [], broken: [] };

export type AgentDefinitionsDeps = {
  readonly env: Env;
  readonly isTrusted: (folder: string) => boolean;
};

/** `.claude/agents/*.md` of the project and of the user. */
export function createAgentDefinitions({ env, isTrusted }: AgentDefinitionsDeps): Agents {
  const own = env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude');
  return {
    async list(project) {
      const user = await agentsIn(join(own, 'agents'), 'user', null);
      const inProject = await agentsIn(join(project, '.claude', 'agents'), 'project', project);
      const hasAny = inProject.agents.length + inProject.broken.length > 0;
      const trusted = isTrusted(project);
      return joined(trusted ? inProject : NONE, user, hasAny && !trusted);
    },
  };
}

function joined(project: Found, user: Found, has_untrusted: boolean): AgentList {
  const taken = new Set(project.agents.map(({ name }) => name));
  return {
    agents: [...project.agents, ...user.agents.filter(({ name }) => !taken.has(name))],
    broken: [...project.broken, ...user.broken],
    has_untrusted,
  };
}

/** `within`: where the folder itself has to lie. A person's own may be a link to wherever they keep it. */
async function agentsIn(folder: string, source: AgentSource, within: string | null): Promise<Found> {
  const real = await realpath(folder).catch(() => null);
  if (real === null) return NONE;
  if (within !== null && !isInside(real, await realpath(within).catch(() => within)))
    return { agents: [], broken: [{ file: folder, source, reason: 'link-outside' }] };
  const names = (await readdir(real).catch(() => []))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .slice(0, MOST_FILES);
  const agents: Agent[] = [];
  const broken: BrokenAgent[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const read = await agentFile(join(real, name), real, { source, file });
    const isTwice = typeof read !== 'string' && agents.some((agent) => agent.name === read.name);
    if (typeof read === 'string' || isTwice)
      broken.push({ file, source, reason: typeof read === 'string' ? read : 'name-twice' });
    else agents.push(read);
  }
  return { agents, broken };
}

async function agentFile(
  path: string,
  folder: string,
  place: Pick<Agent, 'source' | 'file'>,
): Promise<Agent | BrokenAgent['reason']> {
  const real = await realpath(path).catch(() => null);
  if (real === null) return 'unreadable';
  if (!isInside(real, folder)) return 'link-outside';
  const read = readRegular(real, { maxBytes: LARGEST_FILE });
  if (!read.ok) return read.error.errno === 'EFBIG' ? 'too-big' : 'unreadable';
  const matter = frontMatter(read.value.data.toString('utf8'));
  return typeof matter === 'string' ? matter : readAgent(matter, place);
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Strings, lists and maps alone: no tag makes anything else of them, no alias multiplies them. What the parser cannot hold
 * (a thousand brackets) it throws, and that is an answer too.
 */
function frontMatter(text: string): Matter | BrokenAgent['reason'] {
  const [, matter] = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (matter === undefined) return 'no-front-matter';
  if (matter.length > LARGEST_MATTER) return 'too-big';
  try {
    const document = parseDocument(matter, { schema: 'failsafe', logLevel: 'silent', merge: false });
    if (document.errors.length > 0 || document.warnings.length > 0) return 'not-yaml';
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : 'not-yaml';
  } catch {
    return 'not-yaml';
  }
}
