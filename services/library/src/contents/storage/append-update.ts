import { type Actor, notFound } from '@space/contracts/core';
import type { Transaction } from '@space/event-log';
import { assertEditable } from '../kinds/assert-editable.ts';
import type { ContentKind, ContentTypes } from '../kinds/content-kind.ts';
import { advanceContent, insertUpdate } from './updates.queries.ts';

/** A change of a content by a call. */
export interface Append<T extends ContentTypes> {
  readonly space: string;
  readonly id: string;
  readonly actor: Actor;
  /** The change as a Yjs update that was validated. */
  readonly update: Uint8Array;
  /** The version of the content to which the change was applied, and what it led to there. */
  readonly at_version: number;
  readonly derived: T['derived'];
  readonly change: T['change'];
  /** True for a change that is stored also if the content has changed since `at_version`. */
  readonly mayFollowOthers: boolean;
}

/** Thrown when a content has changed since a change was applied to it: the change must be applied again. */
export class ContentMovedError extends Error {}

/**
 * Stores a change of a content by a call, and returns the row of its thing after it. Calls change a content in no other way: the row is locked, the
 * change gets the next version, and its update, all that is derived from the content and the event are in one transaction. A change that follows
 * those of others has its own event as well, and makes what is derived stale.
 *
 * Throws `not_found`, `conflict` for a thing that is in the trash or locked, and ContentMovedError.
 */
export async function appendUpdate<T extends ContentTypes>(
  tx: Transaction<T['event']>,
  kind: ContentKind<T>,
  { space, id, actor, update, at_version, derived, change, mayFollowOthers }: Append<T>,
): Promise<T['row']> {
  const before = (await kind.lock(tx, space, [id])).get(id);
  if (!before) throw notFound(kind.tables.noun, id);
  assertEditable(before, kind.tables);
  const followsOthers = before.content_version !== at_version;
  if (followsOthers && !mayFollowOthers) throw new ContentMovedError();
  const version = before.content_version + 1;
  await insertUpdate(tx, kind.tables, { space, id, version, update, actor }, tx.now);
  await advanceContent(tx, kind.tables, { space, id, version, actor }, followsOthers, tx.now);
  const advanced: T['row'] = {
    ...before,
    content_version: version,
    is_stale: followsOthers,
    edited_by: actor,
    edited_at: tx.now,
    version: before.version + 1,
    updated_at: tx.now,
  };
  const after = kind.withDerived(advanced, derived);
  const news = followsOthers ? undefined : await kind.storeDerived(tx, after, derived);
  await kind.announceChange(tx, after, { previous_version: version - 1, change, editors: [actor] });
  if (!followsOthers) await kind.announceNews(tx, after, news);
  return after;
}
