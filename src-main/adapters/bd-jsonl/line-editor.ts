import type { BeadDependency } from '@domain/bead/record';
import { appendElement, memberText, removeElement, removeMember, setMember } from '@domain/json-edit';
import { FIELD_ORDER, goBytes } from './go-json';

/** Changes to one record, applied to the text of its line (one character per byte). */
export type LineEdit = (text: string) => string;

/** Undefined takes the field away, as bd leaves out what is empty. */
export function setFields(fields: Readonly<Record<string, unknown>>): LineEdit {
  return (text) =>
    Object.entries(fields).reduce(
      (line, [name, value]) =>
        value === undefined ? removeMember(line, name) : setMember(line, name, goBytes(value), FIELD_ORDER),
      text,
    );
}

/** Top-level keys of `metadata`; null takes one away. */
export function mergeMetadata(changes: Readonly<Record<string, unknown>>): LineEdit {
  return (text) => {
    const present = memberText(text, 'metadata');
    let metadata = present?.startsWith('{') ? present : '{}';
    for (const [key, value] of Object.entries(changes))
      metadata =
        value === null || value === undefined
          ? removeMember(metadata, key)
          : setMember(metadata, key, goBytes(value), []);
    return /^\{\s*\}$/.test(metadata)
      ? removeMember(text, 'metadata')
      : setMember(text, 'metadata', metadata, FIELD_ORDER);
  };
}

export function appendTo(list: 'dependencies' | 'comments', element: unknown): LineEdit {
  return (text) => {
    const present = memberText(text, list);
    const array = present?.startsWith('[') ? present : '[]';
    return setMember(text, list, appendElement(array, goBytes(element)), FIELD_ORDER);
  };
}

export function removeEdges(
  isGone: (edge: Pick<BeadDependency, 'depends_on_id' | 'type'>) => boolean,
): LineEdit {
  return (text) => {
    let array = memberText(text, 'dependencies');
    if (array === null || !array.startsWith('[')) return text;
    // Positions in the text: the array may hold elements that no reader takes for an edge.
    const elements = JSON.parse(Buffer.from(array, 'latin1').toString('utf8')) as unknown[];
    for (let index = elements.length - 1; index >= 0; index -= 1) {
      const edge = elements[index];
      if (typeof edge !== 'object' || edge === null || !('depends_on_id' in edge)) continue;
      const type = 'type' in edge && typeof edge.type === 'string' ? edge.type : 'blocks';
      if (typeof edge.depends_on_id !== 'string' || !isGone({ depends_on_id: edge.depends_on_id, type }))
        continue;
      array = removeElement(array, index);
      elements.splice(index, 1);
    }
    return elements.length === 0
      ? removeMember(text, 'dependencies')
      : setMember(text, 'dependencies', array, FIELD_ORDER);
  };
}

/** A count the record carries follows its list; one it does not carry is not added. */
export function setCountIfThere(name: 'dependency_count' | 'comment_count', count: number): LineEdit {
  return (text) =>
    memberText(text, name) === null ? text : setMember(text, name, String(count), FIELD_ORDER);
}

export function inSequence(...edits: readonly LineEdit[]): LineEdit {
  return (text) => edits.reduce((line, edit) => edit(line), text);
}
