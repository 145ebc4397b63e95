/*
 * Between a wish to quit and the end.
 * Q1  It asks only while a turn runs: a session without one is paused without a word.
 * Q2  It asks once at a time; whoever wishes again meanwhile waits for the same answer.
 * Q3  A yes holds until the end. After a no the next wish is asked about again.
 * Q4  What is forced (a signal, the end of the system) is not asked about.
 */
export type QuitQuestion = {
  /** False: not now. `again` is called when the answer is yes. */
  mayEnd(again: () => void): boolean;
  force(): void;
};

export type QuitQuestionDeps = {
  /** How many turns run right now. */
  readonly turns: () => number;
  readonly ask: (turns: number) => Promise<boolean>;
};

export function createQuitQuestion({ turns, ask }: QuitQuestionDeps): QuitQuestion {
  let isAnswered = false;
  let isAsking = false;
  return {
    force() {
      isAnswered = true;
    },
    mayEnd(again) {
      const count = isAnswered ? 0 : turns();
      if (count === 0) return true;
      if (isAsking) return false;
      isAsking = true;
      void ask(count).then(
        (isYes) => {
          isAsking = false;
          if (!isYes) return;
          isAnswered = true;
          again();
        },
        () => {
          isAsking = false;
        },
      );
      return false;
    },
  };
}
