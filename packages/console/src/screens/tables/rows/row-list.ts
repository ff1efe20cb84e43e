import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { BLOCK_ROWS } from '../../../grid/places.ts';
import { RowBlocks } from '../../../grid/row-blocks.ts';
import { configOf, type Filter, type Row, rowsKey, type Sort, type View } from '../table/table.ts';

/** Columns that one list is sorted by at most. */
const MAX_SORTS = 5;

/** The filters and the order of a list of rows. */
export interface RowSelection {
  readonly filters?: Filter[];
  readonly sort?: Sort[];
}

/** Returns the filters and the order of a view; its groups come before its other sorts. */
export function selectionOf(view: Pick<View, 'config'>): RowSelection {
  const { filters, sort = [], group_by = [] } = configOf(view);
  const grouped = new Set(group_by.map(({ column_key }) => column_key));
  const sorts = [...group_by, ...sort.filter(({ column_key }) => !grouped.has(column_key))].slice(0, MAX_SORTS);
  return { ...(filters?.length && { filters }), ...(sorts.length > 0 && { sort: sorts }) };
}

/** The rows of a view, and how many there are. */
export interface RowList {
  readonly blocks: RowBlocks<Row>;
  readonly total: number | undefined;
  readonly isTotalExact: boolean;
  readonly error: unknown;
}

/**
 * Returns the rows of a view in blocks, with the cells of some columns. The number of rows is read next to them. It becomes stale with
 * every read of rows, and then the blocks on the screen are read again.
 */
export function useRowList(space_id: string, table_id: string, selection: RowSelection, fields: readonly string[]): RowList {
  const key = JSON.stringify([selection, fields]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has the selection and the fields
  const blocks = useMemo(() => blocksOf(space_id, table_id, selection, [...fields]), [space_id, table_id, key]);
  useSyncExternalStore(blocks.subscribe, blocks.snapshot);
  const { filters, sort } = selection;
  const counted = useQuery({
    queryKey: [...rowsKey(space_id), 'total', table_id, filters, filters && sort],
    queryFn: async ({ signal }) => {
      const client = spaceClient(space_id);
      if (!filters) {
        const { total = 0 } = await client.rows.list({ table_id, limit: 1, include_total: true, fields: fields.slice(0, 1) }, { signal });
        return { total, isExact: true };
      }
      const marks = await client.rows.marks({ table_id, ...selection }, { signal });
      blocks.learnMarks(marks);
      return { total: marks.total ?? 0, isExact: marks.total_is_exact };
    },
  });
  const updated = useRef({ blocks, at: 0 });
  useEffect(() => {
    const { blocks: before, at } = updated.current;
    if (before === blocks && at !== 0 && at !== counted.dataUpdatedAt) blocks.markStale();
    updated.current = { blocks, at: counted.dataUpdatedAt };
  }, [blocks, counted.dataUpdatedAt]);
  return { blocks, total: counted.data?.total, isTotalExact: counted.data?.isExact ?? false, error: counted.error };
}

function blocksOf(space_id: string, table_id: string, selection: RowSelection, fields: string[]): RowBlocks<Row> {
  const { rows } = spaceClient(space_id);
  return new RowBlocks<Row>({
    page: (place, signal) => rows.list({ table_id, ...selection, fields, limit: BLOCK_ROWS, ...place }, { signal }),
    marks: (known_version) => rows.marks({ table_id, ...selection, ...(known_version !== undefined && { known_version }) }),
    isDeleted: (row_id) =>
      rows.list({ table_id, filters: [{ column_key: 'id', op: 'eq', value: row_id }], fields: fields.slice(0, 1), limit: 1 }).then(
        ({ data }) => data.length === 0,
        () => false,
      ),
  });
}
