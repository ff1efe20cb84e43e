import type { View } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { Schema } from '../schema/schema.ts';
import { toViewConfigResponse } from './stored-config.ts';
import type { Viewer } from './viewer.ts';
import { findViews, type ViewRow } from './views.queries.ts';

/** Returns all views of a table that a viewer sees in response format, oldest first. */
export const readViews = async (database: CommonQueryMethods, schema: Schema, viewer: Viewer): Promise<View[]> =>
  (await findViews(database, schema.space_id, schema.table_id, viewer)).map((view) => toViewResponse(schema, view));

/** Converts a view to its response format. */
export const toViewResponse = (schema: Schema, view: ViewRow): View => ({
  id: view.id,
  created_at: isoTime(view.created_at),
  updated_at: isoTime(view.updated_at),
  table_id: view.table_id,
  name: view.name,
  type: view.type,
  config: toViewConfigResponse(schema, view.config) as View['config'],
  is_default: view.is_default,
  personal: view.owner_id !== null,
});
