import type { CliFrame } from '../frame';
import type { Failure } from './session-answer';

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: Failure };

/** A session that began in a terminal has no record of ours until somebody changes it: then one is made, and it is asked again. */
export async function withRecord<A extends Answer>(
  { asker }: CliFrame,
  ref: string,
  ask: (ref: string) => Promise<A>,
) {
  const first = await ask(ref);
  if (first.ok || first.error.code !== 'session-not-found') return first;
  const found = await asker.ask('history', 'locate', { ref });
  if (!found.ok) return found.error.code === 'session-ambiguous' ? found : first;
  const noted = await asker.ask('history', 'note', { id: found.value.id });
  return noted.ok ? ask(found.value.id) : noted;
}
