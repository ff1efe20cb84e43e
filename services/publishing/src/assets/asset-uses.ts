import type { Handlers } from '@space/bus';
import type { publishingAssetUses, ShowingThing } from '@space/contracts/assets';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { firstWords } from '../text/first-words.ts';
import { assetsOf, listShowing, type ShowingKind, type ShowingRow, showingKinds } from './shown-assets.queries.ts';

/** Things of one page of the answer. */
const PAGE_THINGS = 100;

const kinds = Object.keys(showingKinds) as ShowingKind[];

/** Creates the handler that says which pages, blogs, posts, sites and social posts show assets, one kind after the other. */
export function assetUseHandlers({ database, config }: Pick<Ports, 'database' | 'config'>): Handlers<typeof publishingAssetUses> {
  const origin = publicOrigin(config);
  return {
    async of({ input: { kind, thing_id, cursor }, caller }) {
      const wanted = kind === undefined ? kinds : kinds.filter((one) => one === kind);
      const [from, after] = readCursor(cursor, wanted);
      const data: ShowingThing[] = [];
      for (const [at, one] of wanted.entries()) {
        if (at < from) continue;
        const room = PAGE_THINGS - data.length;
        const rows = await listShowing(database, caller.space_id, one, { thing_id, after: at === from ? after : '', limit: room + 1 });
        data.push(...rows.slice(0, room).map((row) => thingOf(one, row, origin)));
        if (rows.length > room) return { data, has_more: true, next_cursor: `${one}-${rows[room - 1]?.id ?? ''}` };
      }
      return { data, has_more: false, next_cursor: null };
    },
  };
}

/** Returns the position of the kind at which a page begins, and the id after which it begins. */
function readCursor(cursor: string | undefined, wanted: readonly ShowingKind[]): [number, string] {
  const [kind = '', after = ''] = cursor?.split('-') ?? [];
  return [Math.max(0, wanted.indexOf(kind as ShowingKind)), after];
}

function thingOf(kind: ShowingKind, row: ShowingRow, origin: string): ShowingThing {
  const { asset_ids, published_asset_ids } = assetsOf(row, origin);
  return {
    kind,
    thing_id: row.id,
    name: kind === 'social_post' ? firstWords(row.name) : row.name,
    path: `${showingKinds[kind].path}/${row.id}`,
    places: asset_ids.map((asset_id) => ({ asset_id, place: '', is_public: published_asset_ids.includes(asset_id) })),
  };
}
