import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { MAX_PICTURE_SIDE } from '@space/contracts/whiteboards';
import { drawElement } from './draw-element.ts';
import type { BoardImage, DrawingContext } from './drawing/drawn-element.ts';
import { type Bounds, growBounds, joinBounds } from './geometry/bounds.ts';
import { boxOf } from './geometry/box.ts';
import { BoardPictureError } from './refusal/board-picture-error.ts';
import { bottomToTop, elementsOfFrame } from './select-elements.ts';
import { decimal } from './svg/decimal.ts';
import { markupText, tag } from './svg/tag.ts';
import { GlyphSheet } from './text/glyph-sheet.ts';

/** The choices of a picture. */
export interface PictureOptions {
  /** Only this frame and the elements in it; null or left out for the whole whiteboard. */
  readonly frame_id?: string | null;
  /** The colour below the elements, such as #ffffff; null for none. Default #ffffff. */
  readonly background?: string | null;
  /** Pixels of the whiteboard around the elements. Default 32. */
  readonly padding?: number;
  /** Pixels of the picture for each pixel of the whiteboard. Default 1. */
  readonly scale?: number;
  /** Pictures by asset_id. An image element without one is a grey field with its text. */
  readonly images?: ReadonlyMap<string, BoardImage>;
  /** Titles of the things of embeds by address. */
  readonly things?: ReadonlyMap<string, string>;
  /** The title of the picture. Default Whiteboard. */
  readonly title?: string;
  /** Begins the ids in the SVG, for pages with several pictures. Default `b-`. */
  readonly id_prefix?: string;
}

/** A board as SVG. */
export interface BoardPicture {
  readonly svg: string;
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
  readonly elements_drawn: number;
  /** Characters that no font has, sorted, at most 100: boxes stand for them. */
  readonly missing_glyphs: readonly string[];
}

const EMPTY: Bounds = { left: 0, top: 0, right: 400, bottom: 300 };
const WHITE = '#ffffff';

/**
 * Draws a board as SVG. The same elements and options give the same bytes. Texts are outlines, and each element has them as its
 * label for screen readers. The SVG has no script, no style, no address but links to http, https and mailto, and can stand in a
 * page. Throws a BoardPictureError: `too_large` above 8,000 pixels a side, `not_found` for a missing frame.
 */
export function drawBoard(elements: readonly BoardElement[], options: PictureOptions = {}): BoardPicture {
  const { frame_id = null, background = WHITE, padding = 32, scale = 1, title = 'Whiteboard', id_prefix = 'b-' } = options;
  const chosen = bottomToTop(frame_id === null ? elements : elementsOfFrame(elements, frame_id));
  const sheet = new GlyphSheet(id_prefix);
  const context: DrawingContext = {
    sheet,
    paper: background ?? WHITE,
    elements: new Map(elements.map((element) => [element.id, element])),
    boxes: new Map(elements.map((element) => [element.id, boxOf(element)])),
    images: options.images ?? new Map(),
    things: options.things ?? new Map(),
  };
  const drawn = chosen.map((element) => drawElement(element, context)).filter((element) => element !== null);
  const view = growBounds(joinBounds(drawn.map(({ bounds }) => bounds)) ?? EMPTY, padding);
  const size = { width: view.right - view.left, height: view.bottom - view.top };
  const [width, height] = [Math.max(1, Math.ceil(size.width * scale)), Math.max(1, Math.ceil(size.height * scale))];
  refuseLarge(width, height, scale, size);
  const svg = tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: [view.left, view.top, size.width, size.height].map(decimal).join(' '),
      role: 'graphics-document',
      'aria-label': title,
    },
    `<title>${markupText(title)}</title>`,
    sheet.definitions(),
    background === null ? '' : tag('rect', { x: view.left, y: view.top, ...size, fill: background }),
    ...drawn.map(({ markup }) => markup),
  );
  return { svg, width, height, elements_drawn: drawn.length, missing_glyphs: sheet.missing() };
}

function refuseLarge(width: number, height: number, scale: number, size: { width: number; height: number }): void {
  if (Math.max(width, height) <= MAX_PICTURE_SIDE) return;
  const possible = Math.floor((MAX_PICTURE_SIDE / Math.max(size.width, size.height)) * 1_000) / 1_000;
  const way = possible > 0 ? `use a scale of at most ${possible}, or draw one frame` : 'draw one frame';
  throw new BoardPictureError(
    'too_large',
    `The picture would be ${width} × ${height} pixels at scale ${scale}, and a side has at most ${MAX_PICTURE_SIDE}; ${way}.`,
  );
}
