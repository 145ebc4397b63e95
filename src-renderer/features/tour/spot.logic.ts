import { CARD_EDGE, CARD_GAP } from '../../ui/measures';

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};
type Size = { readonly width: number; readonly height: number };

/** Beside what it speaks of, on the side with room, never outside the window; without anything in its middle. */
export function cardPlace(about: Box | null, card: Size, room: Size): { left: number; top: number } {
  const inside = (at: number, size: number, all: number) =>
    Math.max(CARD_EDGE, Math.min(at, all - size - CARD_EDGE));
  if (about === null)
    return {
      left: inside((room.width - card.width) / 2, card.width, room.width),
      top: inside((room.height - card.height) / 2, card.height, room.height),
    };
  const right = about.left + about.width + CARD_GAP;
  const left = about.left - CARD_GAP - card.width;
  const isRight = right + card.width + CARD_EDGE <= room.width;
  const isLeft = left >= CARD_EDGE;
  // Something as wide as the window: the card lies in its lower corner.
  if (!isRight && !isLeft)
    return {
      left: inside(about.left + about.width - card.width - CARD_EDGE, card.width, room.width),
      top: inside(about.top + about.height - card.height - CARD_EDGE, card.height, room.height),
    };
  return {
    left: inside(isRight ? right : left, card.width, room.width),
    top: inside(about.top, card.height, room.height),
  };
}
