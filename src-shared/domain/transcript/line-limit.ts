/**
 * A line longer than this is passed over without being read whole: it is lost, and nothing else is. Claude writes lines of
 * 25 MB; one costs some five times its length while it is read.
 */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;
