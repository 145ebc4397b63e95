import type { Bead } from '@domain/bead/record';
import { useMemo } from 'react';
import { openPanel } from '../../app/state/layout';
import { classNames } from '../../ui/class-names';
import { statusWord } from './bead-words.logic';
import styles from './DependencyGraph.module.css';
import { type GraphNode, type SmallGraph, smallGraph } from './graph-layout.logic';

const WIDTH = 360;
const ROW = 44;
const BOX = { width: 108, height: 24 };

/** The lists above say the same; this shows the shape. */
export function DependencyGraph({ beads, id }: { beads: readonly Bead[]; id: string }) {
  const graph = useMemo(() => smallGraph(beads, id), [beads, id]);
  if (graph.rows.length < 2) return null;
  const height = graph.rows.length * ROW;
  const places = placesOf(graph);
  return (
    <fieldset className={styles['graph']} style={{ aspectRatio: `${WIDTH} / ${height}` }}>
      <legend className="visually-hidden">Dependency graph: what it waits for above, what waits below</legend>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} className={styles['lines']} aria-hidden="true">
        {graph.edges.map(([from, to]) => {
          const a = places.get(from);
          const b = places.get(to);
          if (a === undefined || b === undefined) return null;
          const [top, bottom] = b.y < a.y ? [b, a] : [a, b];
          return (
            <path
              key={`${from} ${to}`}
              className={styles['line']}
              d={`M${top.x} ${top.y + BOX.height / 2}C${top.x} ${top.y + ROW / 2} ${bottom.x} ${bottom.y - ROW / 2} ${bottom.x} ${bottom.y - BOX.height / 2}`}
            />
          );
        })}
      </svg>
      {graph.rows.map((row) =>
        row.nodes.map((node) => {
          const place = places.get(node.id);
          return (
            <button
              key={node.id}
              type="button"
              className={classNames(
                styles['node'],
                node.id === id && styles['here'],
                node.bead?.status === 'closed' && styles['closed'],
              )}
              style={{
                left: `${((place?.x ?? 0) / WIDTH) * 100}%`,
                top: `${((place?.y ?? 0) / height) * 100}%`,
              }}
              aria-current={node.id === id || undefined}
              aria-label={nameOf(node, id)}
              title={node.bead?.title ?? 'Not in this project'}
              onClick={() =>
                node.bead !== null && node.id !== id && openPanel({ id: 'bead', argument: node.id })
              }
            >
              <span className="cut">{node.id}</span>
            </button>
          );
        }),
      )}
      {graph.rows.map(
        (row, index) =>
          row.moreCount > 0 && (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              key={index}
              className={styles['more']}
              style={{ top: `${((index * ROW + ROW / 2) / height) * 100}%` }}
            >
              {`+${row.moreCount}`}
            </span>
          ),
      )}
    </fieldset>
  );
}

function placesOf(graph: SmallGraph): Map<string, { x: number; y: number }> {
  const places = new Map<string, { x: number; y: number }>();
  graph.rows.forEach((row, index) => {
    const step = WIDTH / row.nodes.length;
    row.nodes.forEach((node, at) => {
      places.set(node.id, { x: step * (at + 0.5), y: index * ROW + ROW / 2 });
    });
  });
  return places;
}

function nameOf(node: GraphNode, id: string): string {
  if (node.id === id) return `${node.id}, this bead`;
  return node.bead === null
    ? `${node.id}, not in this project`
    : `${node.id}, ${node.bead.title}, ${statusWord(node.bead.status)}`;
}
