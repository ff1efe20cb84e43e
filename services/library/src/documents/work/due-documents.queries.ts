import { Actor } from '@space/contracts/core';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const DueDocument = z.object({ space_id: z.string(), id: z.string() });

/** A document with work that is due. */
export type DueDocument = z.infer<typeof DueDocument>;

const notIn = (ids: readonly string[]) => sql.fragment`<> all(${sql.array([...ids], 'text')})`;

/** Returns documents whose stored text is stale, without some ids, those that changed first. */
export const findStale = (database: CommonQueryMethods, without: readonly string[], limit: number) =>
  database.any(sql.type(DueDocument)`
    select space_id, id from library.document where is_stale and id ${notIn(without)} order by edited_at limit ${limit}`);

/** Notes that the stored text of a document is of its present content. */
export const endStale = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`update library.document set is_stale = false where space_id = ${space} and id = ${id}`);

const Gathering = DueDocument.extend({ from_version: z.number(), editors: z.array(Actor), due_at: z.string() });

/** Changes of a document that wait for one event. */
export type Gathering = z.infer<typeof Gathering>;

const gatheringColumns = sql.fragment`g.space_id, g.document_id as id, g.from_version, g.editors, ${wireTime(sql.fragment`g.due_at`)} as due_at`;

/** Returns gathered changes whose event is due, without those of some documents. */
export const findDueGatherings = (database: CommonQueryMethods, now: string, without: readonly string[], limit: number) =>
  database.any(sql.type(Gathering)`
    select ${gatheringColumns} from library.document_gathering as g where g.due_at <= ${now}::timestamptz and g.document_id ${notIn(without)} order by g.due_at limit ${limit}`);

/** Returns the gathered changes of a document; null for none. The row of the document must be locked. */
export const findGathering = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.maybeOne(sql.type(Gathering)`
    select ${gatheringColumns} from library.document_gathering as g where g.space_id = ${space} and g.document_id = ${id}`);

/** Ends the gathering of changes up to a version; those after it are gathered on. */
export async function endGathering(
  tx: CommonQueryMethods,
  { space_id, id }: DueDocument,
  upTo: number,
  isLast: boolean,
  next: { readonly now: string; readonly due_at: string; readonly editors: readonly Actor[] },
): Promise<void> {
  if (isLast)
    await tx.query(sql.typeAlias('void')`delete from library.document_gathering where space_id = ${space_id} and document_id = ${id}`);
  else
    await tx.query(sql.typeAlias('void')`
      update library.document_gathering set from_version = ${upTo}, created_at = ${next.now}::timestamptz,
        due_at = ${next.due_at}::timestamptz, editors = ${JSON.stringify(next.editors)}::jsonb
      where space_id = ${space_id} and document_id = ${id}`);
}

const Unsaved = DueDocument.extend({
  content_version: z.number(),
  checkpoint_version: z.number(),
  edited_by: Actor,
  edited_at: z.string(),
  is_quiet: z.boolean(),
});

/** A document with changes after the last state that is stored as a whole. */
export type Unsaved = z.infer<typeof Unsaved>;

/** Returns documents that were quiet since a time after their last checkpoint, or that have many changes after their last state. */
export const findUnsaved = (database: CommonQueryMethods, quietSince: string, without: readonly string[], limit: number) =>
  database.any(sql.type(Unsaved)`
    select u.space_id, u.id, u.content_version, u.checkpoint_version, u.edited_by, ${wireTime(sql.fragment`u.edited_at`)} as edited_at,
      u.edited_at <= ${quietSince}::timestamptz as is_quiet
    from (
      (select * from library.document where content_version > checkpoint_version and edited_at <= ${quietSince}::timestamptz and id ${notIn(without)}
        order by edited_at limit ${limit})
      union
      (select * from library.document where content_version - state_version >= 100 and id ${notIn(without)} order by content_version - state_version desc limit ${limit})
    ) as u limit ${limit}`);

/** Stores the sum of all updates of a document up to a version. */
export const storeState = (tx: CommonQueryMethods, space: string, id: string, version: number, state: Uint8Array) =>
  tx.query(sql.typeAlias('void')`
    insert into library.document_state as s (space_id, document_id, version, state)
    values (${space}, ${id}, ${version}, ${sql.binary(Buffer.from(state))})
    on conflict (space_id, document_id) do update set version = excluded.version, state = excluded.state
    where s.version < excluded.version`);

/** Deletes the stored sum of the updates of a document: a checkpoint of a newer version stands for it. */
export const removeState = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from library.document_state where space_id = ${space} and document_id = ${id}`);

/** Notes up to which version whole states of a document are stored. It returns false if the document is gone. */
export const noteSaved = async (tx: CommonQueryMethods, space: string, id: string, version: number, isCheckpoint: boolean) =>
  (
    await tx.query(sql.typeAlias('void')`
      update library.document set state_version = greatest(state_version, ${version}),
        checkpoint_version = case when ${isCheckpoint} then greatest(checkpoint_version, ${version}) else checkpoint_version end
      where space_id = ${space} and id = ${id}`)
  ).rowCount > 0;

/** Deletes changes from before a time that a checkpoint replaces; returns their number. */
export const deleteOldUpdates = (database: CommonQueryMethods, before: string, limit: number) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with gone as (
      delete from library.document_update as u where (u.space_id, u.document_id, u.version) in (
        select o.space_id, o.document_id, o.version from library.document_update as o
        join library.document as d on d.space_id = o.space_id and d.id = o.document_id
        where o.created_at < ${before}::timestamptz and o.version <= d.checkpoint_version
        order by o.created_at limit ${limit} for update of o skip locked)
      returning u.version
    )
    select count(*) as count from gone`);

/** Deletes checkpoints without a name from before a time, except the last one of each document; returns their number. */
export const deleteOldCheckpoints = (database: CommonQueryMethods, before: string, limit: number) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with gone as (
      delete from library.document_checkpoint as c where (c.space_id, c.document_id, c.version) in (
        select o.space_id, o.document_id, o.version from library.document_checkpoint as o
        join library.document as d on d.space_id = o.space_id and d.id = o.document_id
        where o.created_at < ${before}::timestamptz and o.label is null and o.version < d.checkpoint_version
        order by o.created_at limit ${limit} for update of o skip locked)
      returning c.version
    )
    select count(*) as count from gone`);
