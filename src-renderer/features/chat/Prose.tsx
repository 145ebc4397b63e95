import { useLayoutEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names';
import { markdownFragment } from '../../ui/markdown-fragment';
import prose from '../../ui/Prose.module.css';
import { codeParts } from './highlight.logic';
import styles from './Prose.module.css';

const COPIED_MS = 1500;

type ProseProps = {
  readonly text: string;
  readonly isSmall?: boolean;
  /** Its place in the outline: in a thread, under the title of the session. */
  readonly below?: 2 | 3;
};

/**
 * Claude's words. While they stream only the block that grows is drawn anew: what stands above it keeps its place and
 * a person's selection.
 */
export function Prose({ text, isSmall = false, below = 2 }: ProseProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current !== null) patch(element.current, dressed(markdownFragment(text, below)));
  }, [text, below]);
  return <div ref={element} dir="auto" className={classNames(prose['prose'], isSmall && styles['small'])} />;
}

function patch(element: HTMLElement, next: DocumentFragment): void {
  const fresh = [...next.childNodes];
  const old = [...element.childNodes];
  let same = 0;
  while (same < old.length && same < fresh.length && old[same]?.isEqualNode(fresh[same] ?? null)) same += 1;
  for (const node of old.slice(same)) node.remove();
  element.append(...fresh.slice(same));
}

/** Code with a button to copy it. Built by hand after the text was sanitised: nothing of the text becomes a handler. */
function dressed(fragment: DocumentFragment): DocumentFragment {
  for (const pre of fragment.querySelectorAll('pre')) {
    const frame = document.createElement('div');
    frame.className = styles['code'] ?? '';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles['copy'] ?? '';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(button, pre.textContent ?? ''));
    for (const code of pre.querySelectorAll('code')) colour(code);
    pre.replaceWith(frame);
    // A scrolling region has to be reachable by keyboard.
    pre.tabIndex = 0;
    frame.append(pre, button);
  }
  return fragment;
}

/** Text nodes and spans alone: what the code says stays text. */
function colour(code: HTMLElement): void {
  const nodes = codeParts(code.textContent ?? '').map(({ kind, text }) => {
    if (kind === 'plain') return text;
    const span = document.createElement('span');
    span.className = styles[kind] ?? '';
    span.textContent = text;
    return span;
  });
  code.replaceChildren(...nodes);
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.replace(/\n$/, ''));
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Select it by hand';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, COPIED_MS);
}
