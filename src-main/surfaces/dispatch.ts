import type { AnyEntry, Contract, DispatchError } from '@contract/procedure';
import type { Cursor, Frame } from '@domain/feed';
import { err, ok, type Result } from '@domain/result';
import type { ZodType } from 'zod';
import type { Answer, Caller, Follow, RouterOf } from './router';

/*
 * The one path from any door to any service: look the entry up, check the door, parse the input, call, encode.
 * D1  Nothing is called with input that did not parse.
 * D2  Nothing is called through a door that the entry does not list.
 * D3  A handler that throws answers `internal-error` with an incident id that the log repeats; never its message.
 * D4  Where outputs are checked (development, tests), one that its schema refuses is an internal error, not an answer.
 */
export type Dispatch = {
  call(name: string, input: unknown, caller: Caller): Promise<Result<unknown, { code: string }>>;
  follow(
    name: string,
    input: unknown,
    after: Cursor | null,
    deliver: (frame: Frame<unknown, unknown>) => void,
    caller: Caller,
  ): Promise<Result<() => void, { code: string }>>;
};

export type DispatchDeps<C extends Contract> = {
  readonly contract: C;
  readonly router: RouterOf<C>;
  readonly checkOutputs: boolean;
  readonly newIncident: () => string;
  readonly onIncident: (incident: { id: string; name: string; error: unknown }) => void;
};

export function createDispatch<C extends Contract>(deps: DispatchDeps<C>): Dispatch {
  const { contract, router, checkOutputs } = deps;

  const entryOf = (name: string): { entry: AnyEntry; handler: unknown } | null => {
    const [subject, entry, ...rest] = name.split('.');
    if (subject === undefined || entry === undefined || rest.length > 0) return null;
    if (!Object.hasOwn(contract, subject)) return null;
    const entries = contract[subject];
    if (entries === undefined || !Object.hasOwn(entries, entry)) return null;
    const found = entries[entry];
    const handler = router[subject]?.[entry];
    return found === undefined ? null : { entry: found, handler };
  };

  const admit = (name: string, kinds: readonly AnyEntry['kind'][], input: unknown, caller: Caller) => {
    const found = entryOf(name);
    if (found === null || !kinds.includes(found.entry.kind))
      return err({ code: 'unknown-entry', name } as const);
    if (!found.entry.doors.includes(caller.door)) {
      return err({ code: 'door-closed', name, door: caller.door } as const);
    }
    const parsed = (found.entry.input as ZodType).safeParse(input);
    if (!parsed.success) {
      const issues = parsed.error.issues.map((issue) => ({
        path: issue.path.join('.'),
        message: issue.message,
      }));
      return err({ code: 'invalid-input', name, issues } as const);
    }
    return ok({ ...found, input: parsed.data as unknown });
  };

  const incident = (name: string, error: unknown): Result<never, DispatchError> => {
    const id = deps.newIncident();
    deps.onIncident({ id, name, error });
    return err({ code: 'internal-error', name, incident: id });
  };

  const checked = <T>(schema: ZodType, value: T): T => {
    if (checkOutputs) schema.parse(value);
    return value;
  };

  return {
    async call(name, input, caller) {
      const admitted = admit(name, ['command', 'query'], input, caller);
      if (!admitted.ok) return admitted;
      const { entry, handler } = admitted.value;
      if (entry.kind === 'stream') return err({ code: 'unknown-entry', name });
      try {
        const answer = await (handler as Answer)(admitted.value.input, caller);
        return answer.ok ? ok(checked(entry.output, answer.value)) : err(checked(entry.errors, answer.error));
      } catch (error) {
        return incident(name, error);
      }
    },
    async follow(name, input, after, deliver, caller) {
      const admitted = admit(name, ['stream'], input, caller);
      if (!admitted.ok) return admitted;
      const { entry, handler } = admitted.value;
      if (entry.kind !== 'stream') return err({ code: 'unknown-entry', name });
      const pass = (frame: Frame<unknown, unknown>) => {
        if (frame.type === 'snapshot') checked(entry.snapshot, frame.value);
        else checked(entry.change, frame.change);
        deliver(frame);
      };
      try {
        return await (handler as Follow)(admitted.value.input, after, pass, caller);
      } catch (error) {
        return incident(name, error);
      }
    },
  };
}
