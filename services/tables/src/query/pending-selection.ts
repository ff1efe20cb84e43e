import type { Schema } from '../schema/schema.ts';
import { type FurtherColumns, type Selection, selectionColumns } from './selection-columns.ts';

/** Returns the keys of the pending columns that a request filters, sorts or searches by, and of further ones, in the order of the table. */
export const pendingSelectionKeys = (schema: Schema, selection: Selection, further?: FurtherColumns): string[] =>
  selectionColumns(schema, selection, further)
    .filter(({ status }) => status === 'pending')
    .map(({ key }) => key);
