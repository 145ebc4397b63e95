import type { Bead } from '@domain/bead/record';
import type { BeadId } from '@domain/ids';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import fieldStyles from './BeadFields.module.css';
import { BeadLinkRow } from './BeadLinkRow';
import styles from './BeadPanel.module.css';
import { beadSentences } from './bead-errors';
import { edgeWords } from './bead-words.logic';
import { DependencyGraph } from './DependencyGraph';
import { Failure } from './FieldNotes';
import { type Link, type Links, suggestBeads } from './links.logic';

type DependenciesProps = {
  readonly bead: Bead;
  readonly beads: readonly Bead[];
  readonly links: Links;
  readonly bar: string | null;
};

type Direction = 'out' | 'in';

/** Both ways: what this bead waits for, and what waits for it. */
export function Dependencies({ bead, beads, links, bar }: DependenciesProps) {
  const client = useClient();
  const project = useProject();
  const [failure, setFailure] = useState<Sentences | null>(null);
  const ends = (direction: Direction, other: string) =>
    direction === 'out'
      ? { id: bead.id, depends_on: other }
      : { id: other as BeadId, depends_on: bead.id as string };
  const add = async (direction: Direction, other: string): Promise<boolean> => {
    if (project === null) return false;
    const edge = ends(direction, other);
    const result = await client.call('beads.add_dependency', { project: project.path, edge });
    setFailure(result.ok ? null : beadSentences(result.error));
    return result.ok;
  };
  const remove = async (direction: Direction, other: string) => {
    if (project === null) return;
    const edge = ends(direction, other);
    const result = await client.call('beads.remove_dependency', { project: project.path, ...edge });
    setFailure(result.ok ? null : beadSentences(result.error));
  };
  const list = (name: string, direction: Direction, all: readonly Link[]) =>
    all.length > 0 && (
      <ul aria-label={name}>
        {all.map((link) => (
          <BeadLinkRow
            key={`${link.type} ${link.id}`}
            link={link}
            words={edgeWords(link.type, direction)}
            bar={bar}
            removeLabel={`Remove the link to ${link.id}`}
            onRemove={() => void remove(direction, link.id)}
          />
        ))}
      </ul>
    );
  return (
    <section className={styles['part']} aria-label="Dependencies">
      <h3>Dependencies</h3>
      {links.dependsOn.length + links.dependents.length === 0 && (
        <p className={styles['quiet']}>It waits for nothing, and nothing waits for it.</p>
      )}
      {list('What it waits for', 'out', links.dependsOn)}
      {list('What waits for it', 'in', links.dependents)}
      <DependencyGraph beads={beads} id={bead.id} />
      <AddLink bead={bead} beads={beads} bar={bar} onAdd={add} />
      <Failure of={failure} />
    </section>
  );
}

type AddLinkProps = {
  readonly bead: Bead;
  readonly beads: readonly Bead[];
  readonly bar: string | null;
  readonly onAdd: (direction: Direction, other: string) => Promise<boolean>;
};

function AddLink({ bead, beads, bar, onAdd }: AddLinkProps) {
  const id = useId();
  const [direction, setDirection] = useState<Direction>('out');
  const [other, setOther] = useState('');
  const found = useMemo(() => suggestBeads(beads, other, new Set([bead.id])), [beads, other, bead.id]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (other.trim() !== '' && bar === null && (await onAdd(direction, other.trim()))) setOther('');
  };
  return (
    <form className={fieldStyles['addLink']} onSubmit={(event) => void submit(event)}>
      <select
        aria-label="Direction of the new link"
        className={fieldStyles['select']}
        value={direction}
        onChange={(event) => setDirection(event.target.value as Direction)}
      >
        <option value="out">Waits for</option>
        <option value="in">Holds up</option>
      </select>
      <input
        aria-label="Bead to link"
        placeholder="tide-3qa"
        value={other}
        list={id}
        autoComplete="off"
        onChange={(event) => setOther(event.target.value)}
      />
      <datalist id={id}>
        {found.map((each) => (
          <option key={each.id} value={each.id}>
            {each.title}
          </option>
        ))}
      </datalist>
      <Button size="s" type="submit" disabledReason={bar}>
        Add
      </Button>
    </form>
  );
}
