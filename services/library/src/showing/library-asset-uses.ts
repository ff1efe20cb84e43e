import type { Handlers } from '@space/bus';
import type { libraryAssetUses } from '@space/contracts/assets';
import type { Ports } from '@space/runtime';
import { placesOf } from '../documents/storage/store-text.ts';
import { findShowingDocuments } from '../documents/uses/showing-documents.queries.ts';
import { placesOf as placesOfBoard } from '../whiteboards/storage/board-references.ts';
import { findShowingWhiteboards } from '../whiteboards/uses/showing-whiteboards.queries.ts';

/** Things of one answer. */
const PAGE = 200;

/** Creates the handler that says which documents and whiteboards show assets, in the order of their ids. One in the trash still shows them. */
export const libraryAssetUsesHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof libraryAssetUses> => ({
  async of({ input: { thing_id, cursor }, caller: { space_id: space } }) {
    const asked = { id: thing_id, after: cursor };
    const documents = (await findShowingDocuments(database, space, asked, PAGE + 1)).map(({ id, title, refs, published }) => ({
      kind: 'document',
      thing_id: id,
      name: title,
      path: `/documents/${id}`,
      places: placesOf(refs, published),
    }));
    const whiteboards = (await findShowingWhiteboards(database, space, asked, PAGE + 1)).map(({ id, title, refs }) => ({
      kind: 'whiteboard',
      thing_id: id,
      name: title,
      path: `/whiteboards/${id}`,
      places: placesOfBoard(refs),
    }));
    const found = [...documents, ...whiteboards].sort((one, other) => (one.thing_id < other.thing_id ? -1 : 1));
    const has_more = found.length > PAGE;
    const data = found.slice(0, PAGE);
    return { data, has_more, next_cursor: has_more ? data.at(-1)!.thing_id : null };
  },
});
