export type Clock = {
  /** Wall clock, ISO 8601 with offset. */
  now(): string;
  nowMs(): number;
  /** Never goes back while the process lives; means nothing to another process. */
  monotonicMs(): number;
};
