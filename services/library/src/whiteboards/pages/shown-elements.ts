import type { BoardImage } from '@space/board/picture';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { PageThing, PageThings } from '@space/rich-text';
import { escaped } from '@space/web';

/** The text of an embed without one: its address is not for visitors. */
const NO_NAME = '…';

/**
 * Returns elements as visitors without a key see them. A link to a thing and an embed lead to its public address if it has one; of other things
 * only the text of the element is there.
 */
export function shownElements(elements: readonly BoardElement[], things: PageThings): readonly BoardElement[] {
  const addressAt = (address: string): string | null => (Object.hasOwn(things, address) ? (things[address]?.href ?? null) : null);
  const linkOf = ({ link }: BoardElement): string | null => (link?.toLowerCase().startsWith('space:') ? addressAt(link) : link);
  return elements.map((element) =>
    element.type === 'embed'
      ? { ...element, text: element.text === '' ? NO_NAME : element.text, link: linkOf(element) ?? addressAt(element.address) }
      : { ...element, link: linkOf(element) },
  );
}

const STAND_IN = 'data:image/png;base64,';
/** Only an attribute has these quotes: those of texts are escaped. */
const standIns = / href="data:image\/png;base64,([A-Za-z0-9+/=]+)"/g;

/** Returns stand-ins for the pictures that elements show, by asset: a drawing has bytes of pictures, not addresses. */
export function picturesByAddress(elements: readonly BoardElement[], things: PageThings): ReadonlyMap<string, BoardImage> {
  const images = elements.flatMap((element) => (element.type === 'image' ? element.asset_id : []));
  return new Map(
    [...new Set(images)].flatMap((asset_id) => {
      const { picture }: Partial<PageThing> = things[`space:asset/${asset_id}`] ?? {};
      const data_uri = STAND_IN + Buffer.from(picture?.src ?? '').toString('base64');
      return picture ? [[asset_id, { data_uri, width: picture.width ?? 1, height: picture.height ?? 1 }]] : [];
    }),
  );
}

/** Returns a drawing in which the stand-ins of pictures are their addresses. */
export const withAddresses = (svg: string): string =>
  svg.replace(standIns, (_all, encoded: string) => ` href="${escaped(Buffer.from(encoded, 'base64').toString())}"`);
