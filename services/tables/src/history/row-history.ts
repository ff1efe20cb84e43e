import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { rows } from '@space/contracts/tables';
import { decodeCursor, encodeCursor } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { changesThatFit } from '../present/cell-changes.ts';
import { resolveLinkTitles } from '../present/resolve-link-titles.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { revertRowHandlers } from './revert-rows.ts';
import { findVersionsBefore, rowExisted } from './row-versions.queries.ts';
import { toVersionResponses } from './row-versions.ts';

/** Versions read beyond a page: the one before the last, to compute changes, and restores in between. */
const EXTRA_VERSIONS = 3;

/** Versions that suffice for one change: the marker of a return, the version, and the one before it. */
const VERSIONS_OF_A_CHANGE = 3;

/** Operations on the history of a row. */
type RowHistory = Pick<Handlers<typeof rows>, 'history' | 'revert' | 'revert_bulk'>;

/** Handlers that list the versions of a row, including deleted rows, and revert rows. */
export function rowHistoryHandlers(ports: Ports, schemas: SchemaCache): RowHistory {
  const { database } = ports;
  const write = createWriter('tables', ports);
  return {
    ...revertRowHandlers({ ports, schemas }, write),

    history: (call) =>
      schemas.withSchema(call.caller.space_id, call.input.table_id, async (schema) => {
        const { input } = call;
        const { row_id, limit } = input;
        const below = input.cursor ? decodeCursor(input.cursor, 'integer')[0] : null;
        // A restored row yields two entries from three versions, so twice the limit is enough.
        const limitOfVersions = 2 * limit + EXTRA_VERSIONS;
        const { versions, isWhole } = await findVersionsBefore(database, schema, row_id, {
          below,
          limit: limitOfVersions,
          guaranteed: VERSIONS_OF_A_CHANGE,
        });
        if (versions.length === 0 && !(await rowExisted(database, schema, row_id))) throw notFound('row of this table', row_id);
        const entries = toVersionResponses(versions, below !== null, isWhole).filter(({ version }) => below === null || version < below);
        const page = entries.slice(0, limit);
        const names = await resolveLinkTitles(
          { ...ports, schemas },
          call,
          schema,
          page.flatMap(({ from, to }) => [from, to]),
        );
        const shown = changesThatFit(schema.columns, page, names);
        const has_more = entries.length > shown.length || !isWhole;
        return {
          data: shown.map((changes, index) => {
            const { from: _from, to: _to, ...version } = page[index]!;
            return { ...version, changes };
          }),
          has_more,
          next_cursor: has_more ? encodeCursor([page[shown.length - 1]!.version]) : null,
        };
      }),
  };
}
