import type { Actor } from '@space/contracts/core';
import { documentMentioned, documentUpdated, MAX_EVENT_BLOCKS } from '@space/contracts/documents';
import type { Transaction } from '@space/event-log';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { replaceUses } from '../../uses/uses.queries.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { assertEditable, lockDocuments } from '../rows/find-document.ts';
import { assetIdsOf, type DerivedChange, type StoredReference, type StoredText } from './stored-text.ts';
import { findPublishedReferences, findReferences, storeText } from './texts.queries.ts';
import { advanceDocument, gatherChanges, insertUpdate } from './updates.queries.ts';

/** A transaction that changes the content of a document. */
export type EditingTransaction = Transaction<typeof documentUpdated | typeof documentMentioned>;

/** A change of the content of a document. */
export interface Append {
  readonly space: string;
  readonly document_id: string;
  readonly actor: Actor;
  /** The change as a Yjs update that was validated. */
  readonly update: Uint8Array;
  /** The text that it leads to, if the caller knows it; without it the text is read from the updates later. */
  readonly derived?: DerivedChange | undefined;
}

/** Thrown when a document has changed since the text of a change was derived: the change must be applied again. */
export class DocumentMovedError extends Error {}

/** The times after which changes without a text are announced: after a pause, and at the latest after the first of them. */
const GATHER_DELAYS = { quiet_ms: 30 * SECOND_MS, most_ms: 5 * MINUTE_MS };

/**
 * Stores a change of the content of a document, and returns the document with it. Calls change content in no other way: the row of the
 * document is locked, the change gets the next version, and its row, the text, the uses of assets and the event are in one transaction. A change
 * without a text makes the stored one stale, and its event comes with those of later changes.
 *
 * Throws `not_found`, `conflict` for a document that is in the trash or locked, and DocumentMovedError.
 */
export async function appendUpdate(tx: EditingTransaction, { space, document_id, actor, update, derived }: Append): Promise<DocumentRow> {
  const [before] = await lockDocuments(tx, space, [document_id]);
  assertEditable(before!);
  if (derived && derived.at_version !== before!.content_version) throw new DocumentMovedError();
  const version = before!.content_version + 1;
  const change = { space, document_id, version, update, actor };
  await insertUpdate(tx, change, tx.now);
  await advanceDocument(tx, change, derived === undefined, tx.now);
  const after: DocumentRow = {
    ...before!,
    content_version: version,
    is_stale: derived === undefined,
    edited_by: actor,
    edited_at: tx.now,
    version: before!.version + 1,
    updated_at: tx.now,
  };
  if (!derived) {
    await gatherChanges(tx, { ...change, actors: [actor] }, tx.now, GATHER_DELAYS);
    return after;
  }
  const stored = await storeDerived(tx, after, derived.text);
  await announceChange(tx, stored.document, { previous_version: version - 1, change: derived.change, editors: [actor] });
  await announceMentions(tx, stored);
  return stored.document;
}

/**
 * Notes that a document, which is locked, has new changes without a text, from the version after `version` on. Its stored text is stale then, and
 * their event comes with those of later changes.
 */
export async function gatherUpdates(
  tx: CommonQueryMethods,
  {
    space,
    document_id,
    version,
    last_version,
  }: Pick<Append, 'space' | 'document_id'> & { readonly version: number; readonly last_version: number },
  actors: readonly [Actor, ...Actor[]],
  now: string,
): Promise<void> {
  await advanceDocument(tx, { space, document_id, version: last_version, actor: actors.at(-1)! }, true, now);
  await gatherChanges(tx, { space, document_id, version: version + 1, actors: distinct(actors) }, now, GATHER_DELAYS);
}

/** A document with its stored text, and the mentions that are new in it. */
export interface StoredDocument {
  readonly document: DocumentRow;
  readonly mentions: readonly StoredReference[];
}

/** Stores the text of a document, which is locked, and the assets that it shows. */
export async function storeDerived(tx: EditingTransaction, document: DocumentRow, text: StoredText): Promise<StoredDocument> {
  const { space_id, id, title } = document;
  const known = await findReferences(tx, space_id, id);
  await storeText(tx, document, document.content_version, text);
  await replaceUses(
    tx,
    space_id,
    { kind: 'document', id, name: title, path: `/documents/${id}` },
    placesOf(text.refs, await findPublishedReferences(tx, space_id, id)),
  );
  const after = { ...document, excerpt: text.excerpt, asset_ids: assetIdsOf(text.refs) };
  return { document: after, mentions: newMentions(known, text.refs) };
}

/** Announces whom a document mentions now and did not mention before. */
export async function announceMentions(tx: EditingTransaction, { document, mentions }: StoredDocument): Promise<void> {
  const [first] = mentions;
  if (!first) return;
  const dataOf = await eventDataOf(tx, document.space_id, [document]);
  const mentioned_ids = [...new Set(mentions.map(({ thing_id }) => thing_id!))];
  tx.emit(documentMentioned, { ...dataOf(document), mentioned_ids, block_id: first.block_id, comment_id: null });
}

/** Announces a change of the content of a document. */
export async function announceChange(
  tx: EditingTransaction,
  document: DocumentRow,
  announced: {
    readonly previous_version: number;
    readonly change: DerivedChange['change'];
    readonly editors: readonly Actor[];
  },
): Promise<void> {
  const dataOf = await eventDataOf(tx, document.space_id, [document]);
  const { changed_blocks, characters_added, characters_removed } = announced.change;
  tx.emit(documentUpdated, {
    ...dataOf(document),
    changed: ['content'],
    previous_version: announced.previous_version,
    changed_blocks: changed_blocks.slice(0, MAX_EVENT_BLOCKS),
    characters_added,
    characters_removed,
    editors: [...announced.editors],
    excerpt: document.excerpt,
  });
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

/** Returns actors one time each. */
const distinct = (actors: readonly Actor[]): Actor[] => [...new Map(actors.map((actor) => [`${actor.kind} ${actor.id}`, actor])).values()];
