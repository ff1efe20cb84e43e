import type { Handlers } from '@space/bus';
import type { libraryAssetUses } from '@space/contracts/assets';
import type { Ports } from '@space/runtime';
import { placesOf } from '../storage/store-text.ts';
import { findShowingDocuments } from './showing-documents.queries.ts';

/** Documents of one answer. */
const PAGE = 200;

/** Creates the handler that says which documents show assets. A document in the trash still shows them. */
export const libraryAssetUsesHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof libraryAssetUses> => ({
  async of({ input: { thing_id, cursor }, caller }) {
    const found = await findShowingDocuments(database, caller.space_id, { id: thing_id, after: cursor }, PAGE + 1);
    const has_more = found.length > PAGE;
    const data = found.slice(0, PAGE).map(({ id, title, refs, published }) => ({
      kind: 'document',
      thing_id: id,
      name: title,
      path: `/documents/${id}`,
      places: placesOf(refs, published),
    }));
    return { data, has_more, next_cursor: has_more ? data.at(-1)!.thing_id : null };
  },
});
