import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { BeadStatusInfo, NewBead, StatusCategory } from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import { type Bead, isTombstone } from '@domain/bead/record';
import {
  type ReadyRules,
  RULES_04X,
  rulesFor,
  type TrackerGeneration,
  type TrackerInfo,
} from '@domain/bead/tracker-info';
import type { BeadId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { BeadTracker, TrackerChange } from '../../ports/bead-tracker';
import type { Clock } from '../../ports/clock';
import type { Timers } from '../../ports/timers';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { type FilesWatch, watchFiles } from '../fs/watch-files';
import { type BeadsConfig, BUILT_IN_STATUSES, BUILT_IN_TYPES, readConfig } from './config-file';
import { configureStatus } from './configure-status';
import type { DecideEdit, EditContext } from './edit-context';
import {
  decideAddEdge,
  decideClaim,
  decideClose,
  decideComment,
  decideRemoveEdge,
  decideReopen,
  decideUpdate,
} from './edit-decisions';
import { nextStamp, styleOf } from './file-style';
import { goJson } from './go-json';
import { insertLine, type JsonlLines, lineText, replaceLine } from './jsonl-lines';
import { createJsonlStore, type DecideBytes, unreadable } from './jsonl-store';
import { setFields } from './line-editor';
import { newRecord, placeFor } from './new-record';
import { signatureOf } from './replace-file';

export type JsonlTrackerOptions = {
  readonly beadsDir: string;
  /** What the project is; a file of another generation is only read. */
  readonly generation: TrackerGeneration;
  readonly access: TrackerInfo['access'];
  readonly clock: Clock;
  readonly timers: Timers;
  readonly fileName?: string;
  readonly fs?: FileSystem;
};

/** A tracker without a program: `issues.jsonl` read and written by the rules of bd's own files. */
export type JsonlTracker = BeadTracker & {
  /** Ends its watches and gives its locks back. */
  dispose(): void;
};

export function createJsonlTracker(options: JsonlTrackerOptions): JsonlTracker {
  const { beadsDir, generation, access, clock, timers, fs = nodeFileSystem } = options;
  const fileName = options.fileName ?? jsonlFileIn(beadsDir, fs);
  const watches = new Set<FilesWatch>();
  const store = createJsonlStore({
    beadsDir,
    fileName,
    fs,
    onWritten(signature) {
      for (const watch of watches) watch.expect(fileName, signature);
    },
  });

  const config = (): Result<BeadsConfig, BeadError> => {
    const read = readConfig(beadsDir, fs);
    return read.ok ? read : err(unreadable(read.error));
  };
  // `no-db` is a mode of bd 0.4x: whoever works there sees its rules.
  const rulesOf = (read: BeadsConfig): ReadyRules =>
    generation === 'jsonl' && read.isNoDb ? RULES_04X : rulesFor(generation, null);

  const readFile = (): Result<JsonlLines, BeadError> => {
    if (access.mode === 'read-only' && !store.exists())
      return err({
        code: 'tracker-missing',
        program: generation === 'br' ? 'br' : 'bd',
        install_command: access.install_command ?? '',
      });
    return store.read();
  };

  const contextOf = (file: JsonlLines, actor: string, read: BeadsConfig): EditContext => {
    const rules = rulesOf(read);
    return {
      beads: file.listing.beads,
      statuses: [...BUILT_IN_STATUSES, ...read.customStatuses],
      types: [...BUILT_IN_TYPES, ...read.customTypes],
      rules,
      style: styleOf(file.listing.beads, rules.family),
      nowMs: clock.nowMs(),
      actor,
      hasMetadata: rules.family === '1.x',
    };
  };

  const edit = async (decide: DecideBytes): Promise<Result<JsonlLines, BeadError>> => {
    if (access.mode === 'read-only')
      return err({
        code: 'tracker-read-only',
        reason: access.reason,
        install_command: access.install_command,
      });
    return store.edit(decide);
  };

  /** Comparing and writing are one step: `decide` runs under the lock on the file as it is. */
  const editBead = async (
    id: BeadId,
    actor: string,
    decide: DecideEdit,
  ): Promise<Result<Bead, BeadError>> => {
    const read = config();
    if (!read.ok) return read;
    const edited = await edit((file) => {
      const found = findBead(file, id);
      if (!found.ok) return found;
      const context = contextOf(file, actor, read.value);
      const decided = decide(found.value.bead, context);
      if (!decided.ok || decided.value === null) return decided.ok ? ok(null) : decided;
      const { text, ending } = lineText(file, found.value.line);
      const changed = decided.value(text);
      if (changed === text) return ok(null);
      const updated_at = nextStamp(found.value.bead.updated_at, context.nowMs, context.style);
      const line = Buffer.from(setFields({ updated_at })(changed) + ending, 'latin1');
      return ok(replaceLine(file, found.value.line, line));
    });
    if (!edited.ok) return edited;
    const after = findBead(edited.value, id);
    return after.ok ? ok(after.value.bead) : after;
  };

  const create = async (bead: NewBead, actor: string): Promise<Result<Bead, BeadError>> => {
    const read = config();
    if (!read.ok) return read;
    let id: BeadId | null = null;
    const edited = await edit((file) => {
      const context = contextOf(file, actor, read.value);
      const naming = { configuredPrefix: read.value.prefix, folderName: basename(dirname(beadsDir)) };
      const made = newRecord(bead, context, naming);
      if (!made.ok) return made;
      id = made.value.id;
      const { beads, lines } = file.listing;
      const created_at = String(made.value.record['created_at']);
      const place = placeFor(
        { id, priority: bead.priority, created_at },
        beads,
        lines,
        context.style.generation,
      );
      return ok(insertLine(file, place, Buffer.from(goJson(made.value.record))));
    });
    if (!edited.ok) return edited;
    const after = id === null ? null : findBead(edited.value, id);
    if (after === null) throw new Error('a created bead has an id');
    return after.ok ? ok(after.value.bead) : after;
  };

  const statuses = (): Result<readonly BeadStatusInfo[], BeadError> => {
    const read = config();
    return read.ok ? ok([...BUILT_IN_STATUSES, ...read.value.customStatuses]) : read;
  };

  return {
    async info() {
      const read = config();
      if (!read.ok) return read;
      const rules = rulesOf(read.value);
      return ok({
        generation,
        version: null,
        beads_dir: beadsDir,
        rules,
        access,
        capabilities: {
          metadata: rules.family === '1.x',
          history: false,
          journal: false,
          custom_status_category: rules.family === '1.x',
        },
      });
    },
    async list() {
      const file = readFile();
      if (!file.ok) return file;
      return ok({ beads: [...file.value.listing.beads], odd_lines: [...file.value.listing.odd_lines] });
    },
    async show(id) {
      const file = readFile();
      if (!file.ok) return file;
      const found = findBead(file.value, id);
      return found.ok ? ok(found.value.bead) : found;
    },
    create,
    update: (update) => editBead(update.id, update.actor, decideUpdate(update)),
    close: (close) => editBead(close.id, close.actor, decideClose(close)),
    reopen: (id, actor) => editBead(id, actor, decideReopen),
    addDependency: (edge, actor) => editBead(edge.id, actor, decideAddEdge(edge)),
    removeDependency: (id, dependsOn, actor) => editBead(id, actor, decideRemoveEdge(dependsOn)),
    async comment(id, text, actor) {
      const edited = await editBead(id, actor, decideComment(text, randomUUID));
      if (!edited.ok) return edited;
      const comment = edited.value.comments?.at(-1);
      if (comment === undefined) throw new Error('a commented bead has a comment');
      return ok(comment);
    },
    claim: (claim) => editBead(claim.id, claim.actor, decideClaim(claim)),
    async statuses() {
      return statuses();
    },
    async configureStatus(name: string, category: StatusCategory) {
      // Under the same lock as the beads: two windows must not lose each other's status.
      let failure: BeadError | null = null;
      const held = await edit(() => {
        const written = configureStatus(beadsDir, { name, category, built_in: false }, fs);
        if (!written.ok) failure = written.error;
        return ok(null);
      });
      if (!held.ok) return held;
      return failure === null ? statuses() : err(failure);
    },
    watch(onChange: (change: TrackerChange) => void) {
      const names = [fileName, 'config.yaml', 'config.local.yaml'];
      const tell = () => onChange({ type: 'changed', ids: null });
      const signature = (name: string) => signatureOf(fs.lstatIfThere(join(beadsDir, name)));
      const watch = watchFiles({ folder: beadsDir, names, signature, timers, onChange: tell });
      watches.add(watch);
      return () => {
        watches.delete(watch);
        watch.stop();
      };
    },
    dispose() {
      for (const watch of watches) watch.stop();
      watches.clear();
      store.close();
    },
  };
}

function findBead(
  file: JsonlLines,
  id: BeadId,
): Result<{ readonly bead: Bead; readonly line: number }, BeadError> {
  const index = file.listing.beads.findIndex((bead) => bead.id === id);
  const bead = file.listing.beads[index];
  const line = file.listing.lines[index];
  if (bead === undefined || line === undefined || isTombstone(bead))
    return err({ code: 'bead-not-found', id });
  return ok({ bead, line });
}

/** 1.x may export under another name; `beads.jsonl` is the old one, and where both are the new one counts. */
export function jsonlFileIn(beadsDir: string, fs: FileSystem = nodeFileSystem): string {
  const isThere = (name: string) => fs.lstatIfThere(join(beadsDir, name)) !== undefined;
  const config = readConfig(beadsDir, fs);
  const named = config.ok ? config.value.exportName : null;
  return (
    [named, 'issues.jsonl', 'beads.jsonl'].find((name) => name !== null && isThere(name)) ?? 'issues.jsonl'
  );
}
