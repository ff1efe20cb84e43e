import type { ElementStyle, ElementType } from '@space/contracts/whiteboard-elements';

/*
 * The values of fields that an element does not have. A whiteboard stores only what a writer gave, so a change of these
 * values changes the look of existing whiteboards.
 */

const plainStyle: ElementStyle = {
  stroke_color: '#1e1e1e',
  fill_color: null,
  fill: 'solid',
  stroke_width: 2,
  stroke_style: 'solid',
  font_size: 20,
  align: 'center',
  roughness: 1,
  opacity: 1,
};

const ownStyles: Readonly<Partial<Record<ElementType, Partial<ElementStyle>>>> = {
  sticky: { fill_color: '#ffec99', stroke_width: 0, roughness: 0 },
  text: { align: 'left' },
  connector: { font_size: 16 },
  frame: { stroke_color: '#868e96', stroke_width: 1, roughness: 0, align: 'left' },
  image: { stroke_width: 0, roughness: 0 },
  embed: { roughness: 0 },
};

/** Returns the look of an element of a type as far as no writer gave one. */
export const defaultStyle = (type: ElementType): ElementStyle => ({ ...plainStyle, ...ownStyles[type] });

/** The width and height of elements for which no writer gave a size. A text has the size of its lines, see `textSize`. */
export const defaultSizes = {
  sticky: { width: 200, height: 200 },
  rectangle: { width: 160, height: 80 },
  ellipse: { width: 160, height: 80 },
  diamond: { width: 180, height: 120 },
  text: { width: 200, height: 25 },
  frame: { width: 800, height: 600 },
  image: { width: 320, height: 240 },
  embed: { width: 320, height: 240 },
} as const;

/** The caps of lines and connectors for which no writer gave one. */
export const defaultCaps = {
  line: { start_cap: 'none', end_cap: 'none' },
  connector: { start_cap: 'none', end_cap: 'arrow' },
} as const;

/** The course of a connector for which no writer gave one. */
export const DEFAULT_ROUTE = 'straight';

/** Pixels between elements that are placed next to each other, and between a frame and its elements. */
export const GAP = 40;
