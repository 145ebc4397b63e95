import type { PtySize } from './pty';

/*
 * A terminal that nobody looks at: it drinks what a program writes and can say what the screen shows.
 * Y1  What is written, asked and resized happens in that order; a screen holds exactly what was written before it was asked.
 * Y2  It answers the program's questions (what are you, where is the cursor), so that they are answered once.
 * Y3  What it keeps is bounded: the lines that left the screen are capped.
 */
export type ScreenCopy = {
  write(text: string): void;
  resize(size: PtySize): void;
  /** As text that paints the same screen, with its modes. */
  screen(): Promise<string>;
  /** Nobody looks: it reads on, but leaves most of the time to others. */
  beUnwatched(isUnwatched: boolean): void;
  /** Characters that were written and are not on the screen yet. */
  backlog(): number;
  /** Nobody looks and much was written: the program waits a moment, so that what is looked at has the machine. */
  wantsRest(): boolean;
  /** Told whenever the backlog became smaller, and after a rest. */
  onDrunk(tell: () => void): void;
  onAnswer(tell: (text: string) => void): void;
  close(): void;
};

export type ScreenCopies = { open(size: PtySize): ScreenCopy };
