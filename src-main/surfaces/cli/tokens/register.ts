import { type AccessToken, MAX_TOKEN_DAYS } from '@domain/access-token';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';

type Wish = { readonly scope: 'read' | 'write'; readonly days: number; readonly json?: boolean };
type Json = { readonly json?: boolean };

const HELP = `
A token lets a script ask the running console over HTTP (beads-console serve). It is shown once.

Examples:
  beads-console tokens create nightly-report
  beads-console tokens create ci --scope write --days 30
  curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:4321/api/v1/sessions
  beads-console tokens revoke 3f2a`;

export function registerTokenCommands(program: Command, frame: CliFrame): void {
  const tokens = program
    .command('tokens')
    .description('personal access tokens for scripts')
    .addHelpText('after', HELP);

  tokens
    .command('create')
    .description('make one; it is shown this once')
    .argument('<name>', 'what it is for')
    .addOption(
      new Option('--scope <scope>', 'what it may do; write includes read')
        .choices(['read', 'write'])
        .default('read'),
    )
    .option('--days <number>', `how long it works, 1 to ${MAX_TOKEN_DAYS}`, parseDays, 90)
    .option('--json', 'print JSON')
    .action(async (name: string, { scope, days, json }: Wish) => {
      const made = await frame.asker.ask('tokens', 'create', { name, scope, days });
      if (!made.ok) return frame.fail(made.error);
      if (json) return frame.sayJson(made.value);
      frame.say(made.value.secret);
      frame.warn(`It may ${scope} until ${dayOf(made.value.token.expires_at)} and is not shown again.`);
    });

  tokens
    .command('list')
    .description('which there are; never the tokens themselves')
    .option('--json', 'print JSON')
    .action(async ({ json }: Json) => {
      const listed = await frame.asker.ask('tokens', 'list', {});
      if (!listed.ok) return frame.fail(listed.error);
      if (json) return frame.sayJson(listed.value);
      if (listed.value.tokens.length === 0) return frame.say('There are no tokens.');
      frame.sayTable<AccessToken>(listed.value.tokens, [
        { title: 'ID', value: ({ id }) => id },
        { title: 'NAME', value: ({ name }) => plainText(name) },
        { title: 'SCOPE', value: ({ scope }) => scope },
        { title: 'STATE', value: (token) => stateOf(token, frame.nowMs()) },
        { title: 'EXPIRES', value: ({ expires_at }) => dayOf(expires_at) },
      ]);
    });

  tokens
    .command('revoke')
    .description('it opens nothing from now on')
    .argument('<id>', 'its id, or the beginning of it')
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: Json) => {
      const revoked = await frame.asker.ask('tokens', 'revoke', { id });
      if (!revoked.ok) return frame.fail(revoked.error);
      if (json) return frame.sayJson(revoked.value);
      frame.say(`Revoked ${revoked.value.id} (${plainText(revoked.value.name)}).`);
    });
}

function stateOf({ revoked_at, expires_at }: AccessToken, nowMs: number): string {
  if (revoked_at !== null) return 'revoked';
  return nowMs < Date.parse(expires_at) ? 'works' : 'expired';
}

function dayOf(at: string): string {
  return at.slice(0, 10);
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!/^\d{1,3}$/.test(text) || days < 1 || days > MAX_TOKEN_DAYS)
    throw new InvalidArgumentError(`A number of days from 1 to ${MAX_TOKEN_DAYS}.`);
  return days;
}
