import type { Handlers } from '@space/bus';
import type { ShowingThing, workAssetUses } from '@space/contracts/assets';
import type { Ports } from '@space/runtime';
import { findShowingTasks, type ShowingTask } from './showing-tasks.queries.ts';

/** Tasks of one answer. */
const PAGE = 500;

const placesOf = (ids: readonly string[], place: string) => [...new Set(ids)].map((asset_id) => ({ asset_id, place, is_public: false }));

const showingThing = ({ id, title, asset_ids, about_ids }: ShowingTask): ShowingThing => ({
  kind: 'task',
  thing_id: id,
  name: title,
  path: `/tasks/${id}`,
  places: [...placesOf(asset_ids, 'asset_ids'), ...placesOf(about_ids, 'about')],
});

/** Creates the handler that says which tasks show assets. A task in the trash still shows them. */
export const workAssetUsesHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof workAssetUses> => ({
  async of({ input: { thing_id, cursor }, caller }) {
    const found = await findShowingTasks(database, caller.space_id, { id: thing_id, after: cursor }, PAGE + 1);
    const has_more = found.length > PAGE;
    const data = found.slice(0, PAGE).map(showingThing);
    return { data, has_more, next_cursor: has_more ? data.at(-1)!.thing_id : null };
  },
});
