import { useEffect, useRef } from 'react';
import { markdownFragment } from '../../ui/markdown-fragment';
import styles from '../../ui/Prose.module.css';

/** Hostile text as a page would show it, without anything a page could do. */
export function Markdown({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.replaceChildren(markdownFragment(text));
  }, [text]);
  return <div ref={element} className={styles['prose']} dir="auto" />;
}
