import { ApiError } from '../../../../api/api-error.ts';
import { saveFile } from '../../../../api/download.ts';
import { queryString } from '../../../../api/request-url.ts';
import { type Arguments, request } from '../../../../api/send.ts';
import { columnsOf, type Table, type View } from '../../table/table.ts';
import { configOf } from '../../views/view-config.ts';

/** Downloads the rows of a table as a CSV file. Rejects with ApiError, also if the file breaks off. */
export async function downloadCsv(space_id: string, table_id: string, selection: Arguments, name: string): Promise<void> {
  const url = `/spaces/${space_id}/v1/tables/${encodeURIComponent(table_id)}/export${queryString(selection)}`;
  const response = await request(url, { headers: { accept: 'text/csv' } });
  const blob = await response.blob().catch(() => {
    throw new ApiError('The download broke off before its end. Try it again.', { status: 0, code: 'broken_download' });
  });
  saveFile(blob, `${name}.csv`);
}

/** Returns the rows and columns that a view shows, in its order. */
export function exportSelection(table: Table, view: View): Arguments {
  const { filters = [], sort = [] } = configOf(view);
  return {
    fields: columnsOf(table, view).map(({ key }) => key),
    ...(filters.length > 0 && { filters }),
    ...(sort.length > 0 && { sort }),
  };
}
