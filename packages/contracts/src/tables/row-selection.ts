import { z } from 'zod';
import { id } from '../core/fields.ts';
import { cursorOf } from '../core/page.ts';
import { filters, requestedSort } from './filters.ts';

/** A cursor of rows has all cells that they are sorted by, so it can be longer than others. */
export const sortedCursor = cursorOf(4_096);

/** The filters and the order of rows. */
export const rowSelection = {
  filters: filters.optional(),
  sort: requestedSort.optional(),
  search: z.string().max(200).optional().describe('Text that the title of a row contains, in any case'),
  search_column: z.string().min(1).max(60).optional().describe('Key of another column to search in'),
  view_id: id('view').optional().describe('Also apply the filters of this view, its order unless sort is given, and its choice of columns'),
};
