import type { View } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { Schema } from '../schema/schema.ts';
import { shownConfig } from './stored-config.ts';
import { allViews, type ViewRow } from './views.queries.ts';

/** All views of a table as the wire shows them, oldest first. */
export const viewsOf = async (database: CommonQueryMethods, schema: Schema): Promise<View[]> =>
  (await allViews(database, schema.space_id, schema.table_id)).map((view) => wireView(schema, view));

/** A view as the wire shows it. */
export const wireView = (schema: Schema, view: ViewRow): View => ({
  id: view.id,
  created_at: isoTime(view.created_at),
  updated_at: isoTime(view.updated_at),
  table_id: view.table_id,
  name: view.name,
  type: view.type,
  config: shownConfig(schema, view.config) as View['config'],
  is_default: view.is_default,
});
