import type { OpenSlashMenu } from '../mounted-editor.ts';

/** Pixels of the list. */
const [WIDTH, HEIGHT] = [300, 320];

/** Pixels between the list and the line of the cursor, and around the list. */
const [GAP, MARGIN] = [4, 8];

/** The part of the page that a person sees, without the keyboard of a phone. */
export interface SeenPart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The place of the list in the page; without `top`, its end is at `bottom`. */
export interface SlashPlace {
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
  readonly height: number;
}

/** Returns the place of the list at the cursor: below it, or above it where there is more room. */
export function slashPlace({ left, top, bottom }: Pick<OpenSlashMenu, 'left' | 'top' | 'bottom'>, seen: SeenPart): SlashPlace {
  const [above, below] = [top - seen.top, seen.top + seen.height - bottom];
  const room = (pixels: number): number => Math.min(HEIGHT, pixels - GAP - MARGIN);
  const start = { left: Math.max(seen.left + MARGIN, Math.min(left, seen.left + seen.width - WIDTH - MARGIN)) };
  if (below < HEIGHT && above > below) return { ...start, bottom: top - GAP, height: room(above) };
  return { ...start, top: bottom + GAP, height: room(below) };
}
