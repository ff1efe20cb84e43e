import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { useSpace } from '../../../shell/session.tsx';
import { type Column, configOf, type Row, rowsKey, type Table, type View } from '../table/table.ts';
import { countOf, countsOf, groupLevel } from './row-groups.ts';

/** The groups of the rows of a view. */
export interface RowGroups {
  /** The columns of the groups, the outer one first; empty if the rows are not grouped. */
  readonly columns: readonly Column[];
  /** A sentence if some groups have no count; undefined otherwise. */
  readonly gap: string | undefined;
  /** Returns the place of the outermost column whose group begins with a row, or −1. The first row of a list begins all of them. */
  readonly levelOf: (row: Row, before: Row | undefined, index: number) => number;
  /** Returns the number of rows, such as `1,200 rows`, of the group of a column that a row is in. */
  readonly countText: (row: Row, column: string) => string | undefined;
}

/** Returns the groups of the rows of a view, and counts their rows. */
export function useRowGroups(table: Table, view: View): RowGroups {
  const space = useSpace();
  const { group_by = [], filters } = configOf(view);
  const keys = group_by.map(({ column_key }) => column_key);
  const key = keys.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has the columns
  const columns = useMemo(() => keys.flatMap((one) => table.columns.find((column) => column.key === one) ?? []), [table.columns, key]);
  const { data, error } = useQuery({
    queryKey: [...rowsKey(space.id), 'aggregate', table.id, { groups: keys, filters }],
    queryFn: ({ signal }) => {
      const { aggregate } = spaceClient(space.id).tables;
      const levels = columns.map((_, level) => columns.slice(0, level + 1).map((column) => ({ column_key: column.key })));
      const counted = { table_id: table.id, aggregates: [{ function: 'count' as const, as: 'rows' }], ...(filters?.length && { filters }) };
      return Promise.all(levels.map((level) => aggregate({ ...counted, group_by: level }, { signal })));
    },
    enabled: columns.length > 0,
  });
  return useMemo(() => {
    const counts = data?.map((answer, level) => countsOf(columns.slice(0, level + 1), answer));
    const hasMore = data?.some(({ has_more }) => has_more);
    return {
      columns,
      gap: error ? 'The rows of the groups cannot be counted.' : hasMore ? 'Only the largest groups are counted.' : undefined,
      levelOf: (row, before, index) => (index === 0 ? 0 : before ? groupLevel(columns, row, before) : -1),
      countText(row, column) {
        const level = columns.findIndex((one) => one.key === column);
        const count = level === -1 ? undefined : countOf(columns.slice(0, level + 1), counts?.[level], row);
        return count === undefined ? undefined : `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
      },
    };
  }, [columns, data, error]);
}
