import type { CommonQueryMethods } from 'slonik';
import { replaceUses } from '../../uses/uses.queries.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import type { StoredReference, StoredText } from './stored-text.ts';
import { findPublishedReferences, findReferences, storeText } from './texts.queries.ts';

/** Stores the text of a document, which is locked, and the assets that it shows. Returns the mentions that are new in it. */
export async function storeTextAndUses(
  tx: CommonQueryMethods & { readonly now: string },
  document: DocumentRow,
  text: StoredText,
): Promise<readonly StoredReference[]> {
  const { space_id, id, title } = document;
  const known = await findReferences(tx, space_id, id);
  await storeText(tx, document, document.content_version, text);
  await replaceUses(
    tx,
    space_id,
    { kind: 'document', id, name: title, path: `/documents/${id}` },
    placesOf(text.refs, await findPublishedReferences(tx, space_id, id)),
  );
  return newMentions(known, text.refs);
}

/** Returns the assets that references show, each in its block; those of the published content are public. */
export const placesOf = (refs: readonly StoredReference[], published: readonly StoredReference[]) => {
  const seen = new Set(shownIn(published).map(keyOf));
  const all = [...shownIn(refs), ...shownIn(published)].map((place) => ({ ...place, is_public: seen.has(keyOf(place)) }));
  return [...new Map(all.map((place) => [keyOf(place), place])).values()];
};

const keyOf = ({ asset_id, place }: { readonly asset_id: string; readonly place: string }): string => `${asset_id} ${place}`;

const shownIn = (refs: readonly StoredReference[]) =>
  refs.flatMap(({ thing_kind, thing_id, block_id }) =>
    thing_kind === 'asset' && thing_id !== null ? [{ asset_id: thing_id, place: block_id ?? '' }] : [],
  );

/** Characters of the id of a person or agent: a longer one is of nothing. */
const ID_CHARACTERS = 64;

const isMention = ({ thing_kind, thing_id }: StoredReference): boolean =>
  thing_id !== null && thing_id.length <= ID_CHARACTERS && (thing_kind === 'contact' || thing_kind === 'agent');

/** Returns the mentions of people and agents that were not mentioned before. */
function newMentions(before: readonly StoredReference[], after: readonly StoredReference[]): StoredReference[] {
  const known = new Set(before.filter(isMention).map(({ thing_id }) => thing_id));
  return after.filter((reference) => isMention(reference) && !known.has(reference.thing_id));
}
