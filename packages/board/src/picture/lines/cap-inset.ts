import type { Cap, ElementStyle } from '@space/contracts/whiteboard-elements';
import type { z } from 'zod';

/** The cap at an end of a line. */
export type CapName = z.output<typeof Cap>;

/** Returns the length of a cap on a line of a width. */
export const capLength = (strokeWidth: number): number => 9 + strokeWidth * 2.5;

/** Returns the distance from the tip at which a line ends, so that its end does not stand out of its cap. */
export function capInset(cap: CapName, { stroke_width }: ElementStyle): number {
  return cap === 'triangle' ? capLength(stroke_width) * 0.7 : 0;
}
