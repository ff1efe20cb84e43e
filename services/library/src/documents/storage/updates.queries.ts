import type { Actor } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A bytea column. */
const bytes = z.instanceof(Uint8Array);

/** A change of a document that is stored. */
export interface NewUpdate {
  readonly space: string;
  readonly document_id: string;
  readonly version: number;
  readonly update: Uint8Array;
  readonly actor: Actor;
}

/** Inserts a change of a document. */
export const insertUpdate = (tx: CommonQueryMethods, { space, document_id, version, update, actor }: NewUpdate, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into library.document_update (space_id, document_id, version, update, actor, created_at)
    values (${space}, ${document_id}, ${version}, ${sql.binary(Buffer.from(update))}, ${JSON.stringify(actor)}::jsonb, ${now}::timestamptz)`);

/** Gives a document, which is locked, the next version of its content. */
export const advanceDocument = (
  tx: CommonQueryMethods,
  { space, document_id, version, actor }: Omit<NewUpdate, 'update'>,
  is_stale: boolean,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update library.document set content_version = ${version}, is_stale = ${is_stale}, edited_by = ${JSON.stringify(actor)}::jsonb,
      edited_at = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${document_id}`);

const StateRow = z.object({ version: z.number(), state: bytes });

/** Returns the newest stored state of a document that is not after a version; null without one. */
export const findStateBefore = (database: CommonQueryMethods, space: string, id: string, version: number) =>
  database.maybeOne(sql.type(StateRow)`
    select s.version, s.state from (
      (select version, state from library.document_state where space_id = ${space} and document_id = ${id} and version <= ${version})
      union all
      (select version, state from library.document_checkpoint where space_id = ${space} and document_id = ${id} and version <= ${version}
        order by version desc limit 1)
    ) as s order by s.version desc limit 1`);

/** Returns the changes of a document after one version up to another one, in their order. */
export const findUpdates = (database: CommonQueryMethods, space: string, id: string, after: number, upTo: number) =>
  database.any(sql.type(z.object({ version: z.number(), update: bytes }))`
    select version, update from library.document_update
    where space_id = ${space} and document_id = ${id} and version > ${after} and version <= ${upTo} order by version`);

/** Notes that a change waits for its event, and when that is due: after a pause, at the latest some minutes after the first. */
export const gatherChange = (
  tx: CommonQueryMethods,
  { space, document_id, version, actor }: Omit<NewUpdate, 'update'>,
  now: string,
  delays: { readonly quiet_ms: number; readonly most_ms: number },
) =>
  tx.query(sql.typeAlias('void')`
    insert into library.document_gathering as g (space_id, document_id, from_version, editors, created_at, due_at)
    values (${space}, ${document_id}, ${version - 1}, ${JSON.stringify([actor])}::jsonb, ${now}::timestamptz,
      ${now}::timestamptz + ${delays.quiet_ms} * interval '1 millisecond')
    on conflict (space_id, document_id) do update set
      editors = case when g.editors @> excluded.editors then g.editors else g.editors || excluded.editors end,
      due_at = least(excluded.due_at, g.created_at + ${delays.most_ms} * interval '1 millisecond')`);
