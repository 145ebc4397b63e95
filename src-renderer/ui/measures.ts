/*
 * Sizes and times of the look that code computes with; the rest are tokens. Pixels at a text size of 100 %. What stands in
 * `tokens.css` too is held equal by `tools/tokens`.
 */

/** The frame: below these widths the sidebar is a rail, and one pane is shown at a time. */
export const RAIL_BELOW = 1180;
export const ONE_PANE_BELOW = 860;
export const RAIL = 48;
export const SIDEBAR_RANGE = { min: 200, max: 320 };
export const PANEL_MIN = 360;

/** A column of the board, its rail, and what is between two of them. */
export const COLUMN_MIN = 212;
export const COLUMN_RAIL = 36;
export const COLUMN_GAP = 8;

/** The column beside the chat in focus mode: a terminal of some sixty letters. */
export const BESIDE_WIDTH = 500;
export const BESIDE_MIN = 400;
export const CHAT_MIN = 480;

/** Below this the history's list and its transcript take turns. */
export const TWO_PANES = 760;

/** A card that speaks of something stands this far from it, and from the window's edge. */
export const CARD_GAP = 12;
export const CARD_EDGE = 16;

/** A pointer that only passes by is told nothing; one that goes on to the next is told at once. */
export const HINT_REST_MS = 500;
export const HINT_AGAIN_MS = 400;
