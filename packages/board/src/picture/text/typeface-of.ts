import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import type { Typeface } from '../fonts/find-glyph.ts';

/** Returns the typeface of a style: rough lines go with the letters of a hand. */
export const typefaceOf = ({ roughness }: ElementStyle): Typeface => (roughness > 0 ? 'hand' : 'plain');
