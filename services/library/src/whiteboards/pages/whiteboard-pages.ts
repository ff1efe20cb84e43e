import { describeBoard } from '@space/board';
import type { PictureOptions } from '@space/board/picture';
import type { CallContext, Handlers } from '@space/bus';
import { type PageAnswer, Problem } from '@space/contracts/core';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { MAX_PICTURE_SIDE, MAX_WHITEBOARD_EXPORT_BYTES, MAX_WHITEBOARD_TEXT, type whiteboardPages } from '@space/contracts/whiteboards';
import { contentSecurityPolicy, createPageContexts, type PageContext, publicOrigin } from '@space/web';
import { loadPresent } from '../../contents/storage/load-state.ts';
import { findPublicThings } from '../../documents/pages/public-things.ts';
import { linkHeaders, renderPage } from '../../pages/page-layout.ts';
import { type FileForm, type LinkPlace, type Opening, shareLinkPages } from '../../share-links/share-link-pages.ts';
import type { OpenLink } from '../../share-links/share-links.queries.ts';
import { boardsForVisitors } from '../content/board-work.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';
import { shownPictures } from '../files/shown-pictures.ts';
import { picturesForVisitors } from '../pictures/board-pictures.ts';
import { findWhiteboard } from '../rows/find-whiteboard.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';
import { sharedWhiteboards } from '../sharing/shared-whiteboards.ts';
import { referencesOf } from '../storage/board-references.ts';
import { boardBody } from './board-body.ts';
import { BOARD_STYLE } from './board-style.ts';
import { picturesByAddress, shownElements, withAddresses } from './shown-elements.ts';

/** Pixels of the largest side of a PNG for visitors. */
const PNG_SIDE = 4_000;

/** The share of the largest side that the elements of a picture have; the rest is for what is drawn around them. */
const FILLED = 0.9;

/** The policy of a picture that is opened by itself: it loads nothing, and its links open other pages. */
const PICTURE_POLICY = contentSecurityPolicy({
  'default-src': "'none'",
  'img-src': 'data:',
  'frame-ancestors': "'none'",
  sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
});

/**
 * Creates the handlers of the pages of share links of whiteboards. `/w/{token}` shows the present elements as an SVG in the page, with the pictures
 * of assets at addresses below its own; other things only if they are public themselves. `/w/{token}.svg` and `/w/{token}.png` are the same
 * whiteboard as one file.
 */
export function whiteboardPageHandlers({
  ports,
  ...from
}: Pick<WhiteboardPorts, 'ports' | 'boards' | 'pictures'>): Handlers<typeof whiteboardPages> {
  const { database, config } = ports;
  const boards = boardsForVisitors(from.boards);
  const pictures = picturesForVisitors(from.pictures);
  const origin = publicOrigin(config);
  const contexts = createPageContexts(ports);

  /** Returns the elements that visitors see, and the pictures of assets among them at addresses below a path. */
  async function elementsAt(call: Opening, space: string, whiteboard: WhiteboardRow, path: string) {
    const elements = await boards.run(space, 'read_elements', { state: await loadPresent(database, boards, space, whiteboard) });
    const { request_id, trace, visitor_network } = call;
    const context: CallContext = { caller: { space_id: space, key_id: '', actor: call.caller.actor }, request_id, trace, visitor_network };
    const things = await findPublicThings(
      ports,
      context,
      { origin, assetAddress: ({ id, url_name }) => `${path}/a/${id}/${url_name}` },
      referencesOf(elements).map(({ address }) => address),
    );
    return { elements: shownElements(elements, things), images: picturesByAddress(elements, things) };
  }

  async function renderLink(
    page: PageContext,
    call: Opening,
    { space_id: space, thing_id }: OpenLink,
    { path, file }: LinkPlace,
  ): Promise<PageAnswer> {
    const whiteboard = await findWhiteboard(database, space, thing_id);
    const { elements, images } = await elementsAt(call, space, whiteboard, path);
    const { title } = whiteboard;
    const { text, bounds } = describeBoard(elements);
    const options = { title, scale: fittingScale(bounds, file === 'png' ? PNG_SIDE : MAX_PICTURE_SIDE) };
    if (file !== null) return renderFile(space, file, elements, options);
    const svg = await drawOrNull(space, elements, { ...options, images });
    return renderPage(page, {
      status: 200,
      title,
      body: boardBody(page, path, { title, svg, text: text.slice(0, MAX_WHITEBOARD_TEXT) }),
      headers: linkHeaders,
      isHidden: true,
      style: BOARD_STYLE,
    });
  }

  /** Returns the SVG of a page, or null for a whiteboard that is too large. */
  async function drawOrNull(space: string, elements: readonly BoardElement[], options: PictureOptions): Promise<string | null> {
    try {
      const svg = withAddresses((await pictures.draw(space, 'draw_svg', elements, options)).svg);
      return Buffer.byteLength(svg) > MAX_WHITEBOARD_EXPORT_BYTES ? null : svg;
    } catch (error) {
      if (error instanceof Problem && error.code === 'too_large') return null;
      throw error;
    }
  }

  async function renderFile(
    space: string,
    file: FileForm,
    elements: readonly BoardElement[],
    options: PictureOptions,
  ): Promise<PageAnswer> {
    const whole = { ...options, images: await shownPictures(ports, space, elements) };
    const body = file === 'svg' ? (await pictures.draw(space, 'draw_svg', elements, whole)).svg : await drawPng();
    if (Buffer.byteLength(body) > MAX_WHITEBOARD_EXPORT_BYTES)
      throw new Problem('too_large', 'This whiteboard is too large for one file; its page shows it.');
    const headers = { ...linkHeaders, 'Content-Security-Policy': PICTURE_POLICY, 'Content-Type': mediaTypes[file] };
    return { status: 200, headers, body, ...(file === 'png' && { encoding: 'base64' as const }) };

    async function drawPng(): Promise<string> {
      return Buffer.from((await pictures.draw(space, 'draw_png', elements, whole)).png).toString('base64');
    }
  }

  return shareLinkPages(ports, contexts, sharedWhiteboards, renderLink);
}

const mediaTypes: Readonly<Record<FileForm, string>> = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' };

/** Returns the scale at which elements within bounds fit into a picture with a largest side. */
const fittingScale = (bounds: { readonly width: number; readonly height: number } | null, side: number): number =>
  bounds === null ? 1 : Math.min(1, (side * FILLED) / Math.max(bounds.width, bounds.height, 1));
