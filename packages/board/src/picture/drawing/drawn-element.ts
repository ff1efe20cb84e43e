import type { BoardElement, ElementOf } from '@space/contracts/whiteboard-elements';
import type { Bounds } from '../geometry/bounds.ts';
import type { Box } from '../geometry/box.ts';
import type { GlyphSheet } from '../text/glyph-sheet.ts';

/** An element without fields of its own. */
export type PlainElement = ElementOf<'sticky' | 'rectangle' | 'ellipse' | 'diamond' | 'text' | 'frame'>;

/** A picture that an image element shows. */
export interface BoardImage {
  /** The picture as `data:image/png;base64,…`; PNG, JPEG and GIF are drawn. */
  readonly data_uri: string;
  readonly width: number;
  readonly height: number;
}

/** The things that drawings of elements need from each other and from the caller. */
export interface DrawingContext {
  readonly sheet: GlyphSheet;
  /** The colour below the elements; labels of connectors cover lines with it. */
  readonly paper: string;
  /** The elements that are drawn, by id. */
  readonly elements: ReadonlyMap<string, BoardElement>;
  /** Their boxes, by id. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** Pictures by asset_id. */
  readonly images: ReadonlyMap<string, BoardImage>;
  /** Titles of things by address. */
  readonly things: ReadonlyMap<string, string>;
}

/** An element drawn upright: its markup, the bounds of its lines and texts, and its words for screen readers. */
export interface DrawnElement {
  readonly markup: string;
  readonly bounds: Bounds;
  readonly label: string;
}
