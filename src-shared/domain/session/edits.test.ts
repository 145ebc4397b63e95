import type { BeadId } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import { decideEdit, type Edit } from './edits';
import type { Session } from './record';
import { fc, test } from './testdata/property';
import { accepted, apply, at, draft, phases, sessionId, sessionIn } from './testdata/session-builder';

const bead = (id: string) => id as BeadId;
const edits: Edit[] = [
  { type: 'set-objective', objective: 'x' },
  { type: 'link-bead', bead_id: bead('bc-1') },
  { type: 'note-files', files: ['a.ts'] },
  { type: 'note-commits', commits: ['abc'] },
];
const annotations: Edit[] = [
  { type: 'rename', title: 'x' },
  { type: 'set-notes', notes: 'x' },
  { type: 'change-tags', change: { mode: 'add', tags: ['x'] } },
];

describe('edits', () => {
  it.each(edits)('S1 a closed session refuses %j and says what is left', (edit) => {
    expect(decideEdit(sessionIn('closed'), edit)).toMatchObject({
      error: { code: 'bad-transition', state: 'closed', allowed: ['hand-off', 'annotate', 'trash'] },
    });
  });
  it.each(annotations)('S1 a closed session still takes %j', (edit) => {
    expect(accepted(decideEdit(sessionIn('closed'), edit))).toHaveLength(1);
  });
  it.each(edits)('S1 what the transcript says of a closed session is kept: %j', (edit) => {
    expect(accepted(decideEdit(sessionIn('closed'), edit, 'capture'))).toHaveLength(1);
  });
  it.each(phases)('S1 only a closed session goes to the trash, %s is checked', (phase) => {
    expect(decideEdit(sessionIn(phase), { type: 'trash' }).ok).toBe(phase === 'closed');
  });

  it('the trash swings both ways, and purge needs it', () => {
    const closed = sessionIn('closed');
    expect(decideEdit(closed, { type: 'purge' }).ok).toBe(false);
    const trashed = apply(closed, accepted(decideEdit(closed, { type: 'trash' })), 5);
    expect(trashed.trashed_at).toBe(at(5));
    for (const edit of [...edits, ...annotations]) expect(decideEdit(trashed, edit).ok).toBe(false);
    const back = apply(trashed, accepted(decideEdit(trashed, { type: 'untrash' })));
    expect({ ...back, revision: 0, updated_at: '' }).toEqual({ ...closed, revision: 0, updated_at: '' });
    expect(accepted(decideEdit(trashed, { type: 'purge' }))).toEqual([{ type: 'purged' }]);
  });

  test(
    'S3 never more than one bead, whatever is linked and unlinked',
    [fc.array(fc.oneof(fc.constant(null), fc.constantFrom('bc-1', 'bc-2', 'bc-3')), { maxLength: 20 })],
    (steps) => {
      let session = draft();
      let expected: string | undefined;
      for (const step of steps) {
        const edit: Edit =
          step === null ? { type: 'unlink-bead' } : { type: 'link-bead', bead_id: bead(step) };
        const decision = decideEdit(session, edit);
        if (step === null) expected = undefined;
        else if (expected === undefined) expected = step;
        else if (expected !== step)
          expect(decision).toEqual({
            ok: false,
            error: { code: 'bead-already-linked', session_id: session.id, bead_id: expected },
          });
        if (decision.ok) session = apply(session, decision.value);
        expect(session.bead_id).toBe(expected);
      }
    },
  );

  it.each<[Edit]>([
    [{ type: 'rename', title: 'same' }],
    [{ type: 'change-tags', change: { mode: 'add', tags: ['kept'] } }],
    [{ type: 'note-files', files: ['a', 'a'] }],
    [{ type: 'unlink-bead' }],
    [{ type: 'settle-attention' }],
  ])('a change that changes nothing is no fact: %j', (edit) => {
    const session = apply(draft({ title: 'same', tags: ['kept'] }), [
      { type: 'files-touched', files: ['a'] },
    ]);
    expect(accepted(decideEdit(session, edit))).toEqual([]);
  });

  it('a commit that was made again stands once, under its new name', () => {
    const note = (session: Session, commits: string[], replaced: string[]) =>
      apply(session, accepted(decideEdit(session, { type: 'note-commits', commits, replaced })));
    const before = note(sessionIn('active'), ['a', 'b'], []);
    const after = note(before, ['c'], ['b', 'unknown']);
    expect(after.commits).toEqual(['a', 'c']);
    expect(accepted(decideEdit(after, { type: 'note-commits', commits: ['c'], replaced: ['b'] }))).toEqual(
      [],
    );
  });

  it('metadata joins what is there, and a null takes an entry away', () => {
    const note = (session: Session, entries: Record<string, unknown>) =>
      apply(session, accepted(decideEdit(session, { type: 'note-metadata', entries })));
    const both = note(note(sessionIn('active'), { seat: 'pty' }), { mark: { at: 1 } });
    expect(both.metadata).toEqual({ seat: 'pty', mark: { at: 1 } });
    expect(note(both, { seat: null }).metadata).toEqual({ mark: { at: 1 } });
  });

  it('files and commits are a set in the order they were met', () => {
    const first = apply(
      draft(),
      accepted(decideEdit(draft(), { type: 'note-files', files: ['b', 'a', 'b'] })),
    );
    const second = apply(first, accepted(decideEdit(first, { type: 'note-files', files: ['a', 'c'] })));
    expect(second.files_touched).toEqual(['b', 'a', 'c']);
  });

  it('an external session may be linked although it is closed: that is how it is adopted', () => {
    const external = sessionIn('closed', { owner: 'external' });
    expect(accepted(decideEdit(external, { type: 'link-bead', bead_id: bead('bc-1') }))).toHaveLength(1);
  });

  it('a child is linked once', () => {
    const parent = apply(
      draft(),
      accepted(decideEdit(draft(), { type: 'link-child', child_id: sessionId(2) })),
    );
    expect(parent.child_ids).toEqual([sessionId(2)]);
    expect(accepted(decideEdit(parent, { type: 'link-child', child_id: sessionId(2) }))).toEqual([]);
  });
});
