/** Time that passes, handed in so that tests turn it by hand. */
export type Timers = {
  /** Runs once after `ms`, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
};
