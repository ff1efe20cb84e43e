import { newId } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { insertView } from './views.queries.ts';

/** Creates the first view of a new table: a grid of all columns and rows. */
export const createDefaultView = (
  tx: CommonQueryMethods,
  { space_id, table_id, now }: { space_id: string; table_id: string; now: string },
) =>
  insertView(
    tx,
    { space_id, table_id, id: newId('viw'), name: 'All rows', type: 'grid', config: {}, is_default: true, owner_id: null },
    now,
  );
