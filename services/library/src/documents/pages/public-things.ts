import { type CallContext, request } from '@space/bus';
import { MAX_ID_LENGTH } from '@space/contracts/core';
import { MAX_DOCUMENT_REFERENCES } from '@space/contracts/documents';
import { pageDirectory } from '@space/contracts/publishing';
import { schedulingDirectory } from '@space/contracts/scheduling';
import { shareLinkDirectory } from '@space/contracts/tables';
import type { PageThing, PageThings } from '@space/rich-text';
import type { Ports } from '@space/runtime';
import { thingOf } from '../../references/thing-address.ts';
import type { AssetRow } from '../../rows/asset-row.ts';
import { findAssetRows } from '../../rows/asset-rows.queries.ts';
import { findPublishedAddresses } from '../publication/publications.queries.ts';

/** A place where visitors read a document. */
export interface ReadingPlace {
  /** The public origin. */
  readonly origin: string;
  /** Returns the address at which the readers of this place may read an asset; null if they may not. */
  readonly assetAddress: (asset: AssetRow) => string | null;
}

/** Pixels of the width of a picture on a page. */
const PICTURE_WIDTH = 1_280;

/** Media types that a browser shows in a page, besides those whose pictures have variants. */
const SHOWN: ReadonlySet<string> = new Set(['image/svg+xml', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** The ports by which public addresses are looked up. */
type LookupPorts = Pick<Ports, 'bus' | 'database' | 'log'>;

/**
 * Returns those of the things that a document names which visitors may have: its assets at this place, and other things that are public
 * themselves. A table is public by the share link in its address. A thing whose service does not answer is shown by its name alone.
 */
export async function findPublicThings(
  { bus, database, log }: LookupPorts,
  context: CallContext,
  { origin, assetAddress }: ReadingPlace,
  addresses: readonly string[],
): Promise<PageThings> {
  const things = [...new Set(addresses)]
    .map((address) => ({ address, ...thingOf(address), link: linkOf(address) }))
    .filter(({ thing_id }) => thing_id === null || thing_id.length <= MAX_ID_LENGTH)
    .slice(0, MAX_DOCUMENT_REFERENCES);
  const idsOf = (kind: string) => things.flatMap(({ thing_kind, thing_id }) => (thing_kind === kind && thing_id !== null ? thing_id : []));
  const links = things.flatMap(({ thing_kind, link }) => (thing_kind === 'table' && link !== undefined ? link : []));

  /** Returns the addresses by the ids of things, or none if nothing is asked or its service does not answer. */
  async function ask(asked: readonly string[], find: () => Promise<readonly (readonly [string, PageThing])[]>) {
    if (asked.length === 0) return [];
    try {
      return await find();
    } catch (error) {
      log.warn({ err: error }, 'looking up public things of a document failed; their names are shown without links');
      return [];
    }
  }

  const space = context.caller.space_id;
  const assets = await findAssetRows(database, space, idsOf('asset'));
  const published = await findPublishedAddresses(database, space, idsOf('document'));
  const [forms, pages, tables] = await Promise.all([
    ask([...idsOf('form'), ...idsOf('booking-page')], async () => {
      const found = await request(bus, context, schedulingDirectory, 'resolve', {
        form_ids: idsOf('form'),
        booking_page_ids: idsOf('booking-page'),
      });
      const active = (list: typeof found.forms, path: string) =>
        list.filter(({ status }) => status === 'active').map(({ id }) => [id, { href: `${origin}/${path}/${id}` }] as const);
      return [...active(found.forms, 'f'), ...active(found.booking_pages, 'book')];
    }),
    ask(idsOf('page'), async () =>
      (await request(bus, context, pageDirectory, 'find_addresses', { ids: idsOf('page') })).pages.map(({ id, url }) => [
        id,
        { href: url },
      ]),
    ),
    ask(links, async () =>
      (await request(bus, context, shareLinkDirectory, 'find_addresses', { ids: links })).links.map(({ id, table_id, url }) => [
        `${table_id} ${id}`,
        { href: url },
      ]),
    ),
  ]);
  const found = new Map<string, PageThing>([
    ...[...assets.values()].flatMap((asset) => thingOfAsset(asset, assetAddress)),
    ...published.map(({ id, url }) => [id, { href: url }] as const),
    ...forms,
    ...pages,
    ...tables,
  ]);
  return Object.fromEntries(
    things.flatMap(({ address, thing_kind, thing_id, link }) => {
      const thing = found.get(thing_kind === 'table' ? `${thing_id} ${link}` : (thing_id ?? ''));
      return thing ? [[address, thing]] : [];
    }),
  );
}

/** Returns the id of the share link in the address of a table, `space:table/tbl_…?link=shr_…`. */
const linkOf = (address: string): string | undefined => /[?&]link=([\w-]{1,64})/.exec(address)?.[1];

function thingOfAsset(asset: AssetRow, assetAddress: ReadingPlace['assetAddress']): (readonly [string, PageThing])[] {
  const { id, width, height, content_type, trashed_at } = asset;
  const href = trashed_at === null ? assetAddress(asset) : null;
  if (href === null) return [];
  if (!SHOWN.has(content_type)) return [[id, { href }]];
  // A picture without a size is not decoded: the file itself is shown.
  return [[id, { href, picture: { src: width === null || height === null ? href : `${href}?w=${PICTURE_WIDTH}`, width, height } }]];
}
