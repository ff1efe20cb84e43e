import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { sayFailed } from '../../../parts/toast.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import { type Column, type Row, rowsKey, type Table } from '../table/table.ts';
import type { Stack } from './kanban-stacks.ts';

interface RowPage {
  readonly data: readonly Row[];
  readonly total?: number;
}

/** A card that leaves one stack for another. */
export interface CardMove {
  readonly row: Row;
  readonly from: Stack;
  readonly to: Stack;
}

/** The keys of the stacks in the cache. */
type KeyOf = (stack: Stack) => readonly unknown[];

/** Returns a function that moves a card to another stack. It is there before the service answers, goes back if the service refuses, and can be undone. */
export function useMoveCard(table: Table, column: Column, keyOf: KeyOf): (move: CardMove) => Promise<void> {
  const space = useSpace();
  const queries = useQueryClient();
  return async function moveCard({ row, from, to }: CardMove): Promise<void> {
    const edit = (stack: Stack, change: (rows: readonly Row[], page: number) => readonly Row[]) =>
      queries.setQueryData<InfiniteData<RowPage, string>>(
        keyOf(stack),
        (data) => data && { ...data, pages: data.pages.map((page, index) => ({ ...page, data: change(page.data, index) })) },
      );
    await queries.cancelQueries({ queryKey: rowsKey(space.id) });
    edit(from, (rows) => rows.filter(({ id }) => id !== row.id));
    edit(to, (rows, page) => (page === 0 ? [{ ...row, data: { ...row.data, [column.key]: to.value } }, ...rows] : rows));
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'rows',
        name: 'update',
        path: { table_id: table.id, row_id: row.id },
        fields: { data: { [column.key]: to.value } },
        before: { data: { [column.key]: from.value } },
        said: `“${row.title || 'The row'}” is in “${to.name}”.`,
      });
    } catch (failure) {
      await queries.invalidateQueries({ queryKey: rowsKey(space.id) });
      sayFailed(failure);
    }
  };
}
