import { type Bus, type CallContext, type Handlers, Json, request } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import { notFound, type OutputOf } from '@space/contracts/core';
import { type rowComments, tableRowCommentDeleted, tableRowCommented } from '@space/contracts/tables';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { lockForWriting } from '../schema/locks.queries.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { deleteComment, findComment, findRow, insertComment, listComments } from './comments.queries.ts';
import { rowTitle } from './row-title.ts';

type Contact = OutputOf<(typeof contactDirectory)['operations']['resolve']>['contacts'][number];

/** A contact with the id by which a row links to it: its own, or that of a contact that was merged into it. */
interface LinkedContact {
  readonly linked_id: string;
  readonly contact: Contact;
}

/**
 * Returns the handlers of the row comments contract. A comment belongs to the id of its row. Comments of a deleted row are
 * unreachable until the row is restored. Tables must not be archived.
 */
export function commentHandlers(ports: Ports, schemas: SchemaCache): Handlers<typeof rowComments> {
  const { bus, database } = ports;
  const write = createWriter('tables', ports);

  const readExistingRow = async (schema: Schema, id: string): Promise<StoredRow> => {
    const row = await findRow(database, schema.row_table, id);
    if (!row) throw notFound('row of this table', id);
    return row;
  };

  return {
    list: ({ input, caller }) =>
      schemas.withSchema(caller.space_id, input.table_id, async (schema) => {
        await readExistingRow(schema, input.row_id);
        return new Json(await readPage(database, listComments(caller.space_id, input)));
      }),

    get: ({ input, caller }) =>
      schemas.withSchema(caller.space_id, input.table_id, async (schema) => {
        await readExistingRow(schema, input.row_id);
        return new Json(await findComment(database, caller.space_id, input));
      }),

    create: (call) =>
      schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
        const { input, caller } = call;
        const person = await findContact(bus, call, schema, await readExistingRow(schema, input.row_id));
        return write.write(call, async (tx) => {
          await lockForWriting(tx, schema);
          const row = await findRow(tx, schema.row_table, input.row_id, true);
          if (!row) throw notFound('row of this table', input.row_id);
          const id = newId('cmt');
          const json = await insertComment(tx, {
            space_id: caller.space_id,
            id,
            table_id: input.table_id,
            row_id: row.id,
            body: input.body,
            author: JSON.stringify(caller.actor),
            now: tx.now,
          });
          tx.emit(tableRowCommented, commentEventData(schema, row, person, id, input.body));
          return new Json(json);
        });
      }),

    delete: (call) =>
      schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
        const { table_id, row_id, comment_id } = call.input;
        const row = await readExistingRow(schema, row_id);
        const person = await findContact(bus, call, schema, row);
        return write.write(call, async (tx) => {
          const gone = await deleteComment(tx, call.caller.space_id, table_id, row_id, comment_id);
          if (!gone) throw notFound('comment on this row', comment_id);
          tx.emit(tableRowCommentDeleted, commentEventData(schema, row, person, comment_id, gone.body));
          return { id: comment_id, deleted: true as const };
        });
      }),
  };
}

/** Reads the first contact that a row links to, before the transaction. Undefined if there is none. */
async function findContact(bus: Bus, call: CallContext, schema: Schema, row: StoredRow): Promise<LinkedContact | undefined> {
  const id = firstContactId(schema, row);
  if (id === undefined) return undefined;
  const [contact] = (await request(bus, call, contactDirectory, 'resolve', { ids: [id] })).contacts;
  return contact && { linked_id: id, contact };
}

function firstContactId(schema: Schema, { data }: StoredRow): string | undefined {
  for (const { type, cid } of schema.columns) {
    const cell = type === 'contact' ? data[cid] : undefined;
    if (Array.isArray(cell) && typeof cell[0] === 'string') return cell[0];
  }
  return undefined;
}

/** Builds the data of a comment event. It omits a contact that the row no longer links to. */
function commentEventData(schema: Schema, row: StoredRow, person: LinkedContact | undefined, comment_id: string, comment: string) {
  return {
    table_id: schema.table_id,
    table: schema.plural_label,
    row_id: row.id,
    row: rowTitle(schema, row),
    ...(person && firstContactId(schema, row) === person.linked_id ? { contact_id: person.contact.id, contact: person.contact } : {}),
    comment_id,
    comment,
  };
}
