import type { PanelFocus } from '../../app/feature';
import { BESIDE_MIN, CHAT_MIN } from '../../ui/measures';
import { clampWidth } from '../../ui/splitter.logic';

export type BesideShape = {
  readonly px: number;
  readonly minPx: number;
  readonly maxPx: number;
  readonly scale: number;
};

/** Null: there is room for one column, and the terminal is a tab again. */
export function besideShape(focus: PanelFocus, width: number): BesideShape | null {
  if (focus.state !== 'on') return null;
  const { px, scale } = focus;
  const room = px / scale;
  if (room < CHAT_MIN + BESIDE_MIN) return null;
  const range = { min: BESIDE_MIN, max: Math.floor(Math.min(room / 2, room - CHAT_MIN)) };
  const scaled = (value: number) => Math.round(value * scale);
  return {
    px: scaled(clampWidth(width, range)),
    minPx: scaled(range.min),
    maxPx: scaled(range.max),
    scale,
  };
}
