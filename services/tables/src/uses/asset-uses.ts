import type { Handlers } from '@space/bus';
import type { ShowingThing, tableAssetUses } from '@space/contracts/assets';
import type { Ports } from '@space/runtime';
import { assetIdsIn } from '../cells/attachment-column.ts';
import { isLinking, noRelatedData, rowTitleOf } from '../present/row-response.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { findShowingRows, findTablesWithFiles } from './showing-rows.queries.ts';

/** Rows of one answer. */
const PAGE = 500;

/** The last row of the page before, as the cursor has it. */
interface Position {
  readonly table_id: string;
  readonly row_id: string;
}

const positionOf = (cursor: string | undefined): Position => {
  const [table_id = '', row_id = ''] = cursor?.split('-') ?? [];
  return { table_id, row_id };
};

/** Creates the handler that says which rows show assets. */
export function tableAssetUsesHandlers({ database }: Pick<Ports, 'database'>, schemas: SchemaCache): Handlers<typeof tableAssetUses> {
  return {
    async of({ input: { thing_id, container_id, cursor }, caller: { space_id } }) {
      const position = positionOf(cursor);
      const tables = await findTablesWithFiles(database, space_id, position.table_id, container_id);
      const data: ShowingThing[] = [];
      for (const table of tables) {
        const schema = (await schemas.findCurrent(space_id, [table])).get(table);
        // It was deleted meanwhile.
        if (!schema || columnRolesOf(schema).attachments.length === 0) continue;
        const after = table === position.table_id ? position.row_id : '';
        const cids = columnRolesOf(schema).attachments.map(({ cid }) => cid);
        const rows = await findShowingRows(database, schema.row_table, cids, { id: thing_id, after }, PAGE - data.length);
        data.push(...rows.map((row) => showingThing(schema, row)));
        if (data.length === PAGE) return { data, has_more: true, next_cursor: `${table}-${rows.at(-1)!.id}` };
      }
      return { data, has_more: false, next_cursor: null };
    },
  };
}

/** Returns a row with the columns that show its assets. */
function showingThing(schema: Schema, row: StoredRow): ShowingThing {
  const title = schema.title && !isLinking(schema.title) ? rowTitleOf(schema, row, noRelatedData()) : null;
  return {
    kind: 'row',
    thing_id: row.id,
    container_id: schema.table_id,
    name: title ?? schema.plural_label,
    path: `/tables/${schema.table_id}/rows/${row.id}`,
    places: columnRolesOf(schema).attachments.flatMap(({ key, cid }) =>
      [...new Set(assetIdsIn(row.data[cid]))].map((asset_id) => ({ asset_id, place: key, is_public: false })),
    ),
  };
}
