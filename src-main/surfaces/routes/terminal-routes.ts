import type { terminal } from '@contract/terminal';
import { ok } from '@domain/result';
import type { TerminalsService } from '../../services/terminals/terminals-service';
import type { Caller, HandlersOf } from '../router';

/** Two windows may choose the same name for a viewer; the connection tells them apart. */
const nameOf = (viewer: string, caller: Caller) => `${caller.connection} ${viewer}`;

export function terminalRoutes(terminals: TerminalsService): HandlersOf<typeof terminal> {
  return {
    attach: async ({ session_id, viewer }, _after, deliver, caller) =>
      ok(terminals.attach(session_id, nameOf(viewer, caller), deliver)),
    acknowledge: async ({ session_id, viewer, cursor }, caller) => {
      terminals.acknowledge(session_id, nameOf(viewer, caller), cursor);
      return ok(null);
    },
    write: async ({ session_id, text }) => terminals.write(session_id, text),
    resize: async ({ session_id, size }) => terminals.resize(session_id, size),
  };
}
