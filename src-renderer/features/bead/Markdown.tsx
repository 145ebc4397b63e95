import { useEffect, useRef } from 'react';
import { markdownFragment } from '../../ui/markdown-fragment';
import styles from '../../ui/Prose.module.css';

/** Under the name of its field. Hostile text as a page would show it, without anything a page could do. */
export function Markdown({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.replaceChildren(markdownFragment(text, 3));
  }, [text]);
  return <div ref={element} className={styles['prose']} dir="auto" />;
}
