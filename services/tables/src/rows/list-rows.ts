import { type Answer, type Call, type Handlers, Json } from '@space/bus';
import { notFound, type OutputOf } from '@space/contracts/core';
import { MAX_OFFSET_AFTER_CURSOR, type rows } from '@space/contracts/tables';
import type { Ports } from '@space/runtime';
import { canBuildJsonInSql, columnsByKeys } from '../present/item-json-sql.ts';
import { readFirstPage, readJsonPage } from '../present/json-page.queries.ts';
import { readWithPending } from '../present/pending-cells.ts';
import { toRowResponses } from '../present/row-responses.ts';
import { pendingSelectionKeys } from '../query/pending-selection.ts';
import { createQueryContext } from '../query/query-context.ts';
import { readRowsWithCursor } from '../query/read-rows.queries.ts';
import { buildRowQuery } from '../query/row-query-sql.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { assertSchemaVersion } from '../schema/schema-version.queries.ts';
import { unknownColumnError } from '../schema/unknown-column.ts';
import { resolveAsOf } from '../snapshots/as-of.ts';
import { countListedRows, findCurrentRow, findRowJson } from './list-rows.queries.ts';
import { selectRows } from './row-selection.ts';

type Operations = (typeof rows)['operations'];
type PageOfRows = OutputOf<Operations['list']>;
type ListCall = Call<Operations['list']>;

/**
 * Returns the handlers of `rows.list` and `rows.get`.
 *
 * Each request becomes one statement over the row table. Filters (filter-sql.ts), search (search-sql.ts), sorting
 * (sort-sql.ts) and the cursor are conditions on the row `r`. They use the expressions of cell-sql.ts, which the
 * indexes also use. The same statement proves that its schema is current. Postgres builds the JSON of rows where it
 * can, and Node forwards the text. Rows with data of other rows, such as titles, are read as stored and presented by
 * row-response.ts. Before a text search Postgres is asked for its plan (text-search.queries.ts).
 */
export function readRowHandlers(ports: Ports, schemas: SchemaCache): Pick<Handlers<typeof rows>, 'list' | 'get'> {
  const { database, clock } = ports;
  const readPorts = { ...ports, schemas };

  async function list(call: ListCall, now: Schema): Promise<Answer<Operations['list']>> {
    const { input } = call;
    const { schema, source } =
      input.as_of === undefined ? { schema: now, source: undefined } : await resolveAsOf(database, now, input.as_of);
    const plain = await createQueryContext(database, schema, clock.now());
    for (const [index, key] of (input.fields ?? []).entries())
      if (!schema.byKey.has(key)) plain.errors.push(unknownColumnError(`fields.${index}`, key, schema.byKey.keys()));
    const { view, context, selection } = await selectRows(ports, call, plain);
    if (input.cursor !== undefined && input.offset > MAX_OFFSET_AFTER_CURSOR)
      context.errors.push({
        path: 'offset',
        code: 'too_big',
        message: `is at most ${MAX_OFFSET_AFTER_CURSOR} with a cursor; start from a cursor nearer to the row, such as a mark of GET /tables/{table_id}/rows/marks`,
      });
    const query = buildRowQuery(context, selection, source);
    const columns = input.fields ? columnsByKeys(schema, input.fields) : (view?.columns ?? schema.columns);
    const isWholeTable = input.as_of === undefined && isEverything(selection);
    const counted = input.include_total ? await countListedRows(database, query, isWholeTable) : {};
    if (!canBuildJsonInSql(context, columns)) {
      const [{ rows: stored, ...page }, pendingOf] = await readWithPending(database, schema, () =>
        readRowsWithCursor(database, query, input),
      );
      const pending = input.as_of === undefined ? pendingSelectionKeys(schema, selection, { filters: view?.filters }) : [];
      const data = await toRowResponses(readPorts, call, schema, stored, { columns, pendingOf });
      return { data, ...page, ...counted, ...(pending.length > 0 && { pending }) };
    }
    const { items, ...page } = await readJsonPage(database, query, columns, input);
    return pageText(items, { ...page, ...counted });
  }

  return {
    list: (call) =>
      schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
        const first = isFirstPage(call.input) ? await readFirstPage(database, schema, call.input.limit) : undefined;
        if (!first) return list(call, schema);
        const { items, ...page } = first;
        return pageText(items, page);
      }),

    get: (call) =>
      schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
        const id = call.input.row_id;
        const context = await createQueryContext(database, schema, clock.now());
        const missing = async () => {
          await assertSchemaVersion(database, schema);
          throw notFound('row', id);
        };
        if (canBuildJsonInSql(context, schema.columns)) {
          const row = await findRowJson(database, context, id);
          return row ? new Json(row.item, row.seq) : missing();
        }
        const [row, pendingOf] = await readWithPending(database, schema, () => findCurrentRow(database, schema, id));
        if (!row) return missing();
        const [response] = await toRowResponses(readPorts, call, schema, [row], { pendingOf });
        return new Json(JSON.stringify(response), row.seq);
      }),
  };
}

/** Builds the page from the JSON of its rows and its other fields. */
const pageText = (items: string, fields: object) => new Json<PageOfRows>(`{"data":[${items}],${JSON.stringify(fields).slice(1)}`);

/** Returns true if a query has no condition. */
const isEverything = ({
  filters,
  search,
  also,
}: {
  filters?: readonly unknown[] | undefined;
  search?: string | undefined;
  also?: unknown;
}) => !filters?.length && !search && !also;

const isFirstPage = ({ filters, sort, search, search_column, view_id, fields, as_of, cursor, offset, include_total }: ListCall['input']) =>
  !filters?.length &&
  !sort?.length &&
  !search &&
  offset === 0 &&
  !include_total &&
  [search_column, view_id, fields, as_of, cursor].every((given) => given === undefined);
