import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button';

/** As plain text. Where the clipboard is refused, it says so instead of pretending. */
export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  const words = { ready: 'Copy', copied: 'Copied', refused: 'Select it by hand' };
  return (
    <Button size="s" icon={state === 'copied' ? Check : Copy} onClick={() => void copy()}>
      {words[state]}
    </Button>
  );
}
