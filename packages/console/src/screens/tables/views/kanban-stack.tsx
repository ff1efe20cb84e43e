import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { type Column, type Row, rowsKey, type Table, type View } from '../table/table.ts';
import { KanbanCard } from './kanban-card.tsx';
import { type Stack, stackFilter } from './kanban-stacks.ts';
import type { CardMove } from './use-move-card.ts';
import { configOf } from './view-config.ts';
import { type RowSelection, viewRowsQuery } from './view-rows.ts';

const PAGE_SIZE = 25;

/** Returns what a stack reads: its rows, with the column of the stacks and that of the pictures. */
export const stackSelection = (view: View, column: Column, stack: Stack): RowSelection => ({
  filters: [stackFilter(column.key, stack)],
  keys: [column.key, configOf(view).cover_column],
  limit: PAGE_SIZE,
});

/** A card under the pointer, with the stack that it comes from. */
export interface DraggedCard {
  readonly row: Row;
  readonly from: Stack;
}

/** Props of a stack of a board. */
export interface KanbanStackProps {
  readonly table: Table;
  readonly view: View;
  readonly column: Column;
  readonly columns: readonly Column[];
  readonly stack: Stack;
  readonly count: number;
  readonly targets: readonly Stack[];
  readonly dragged: DraggedCard | undefined;
  /** The id of the card that takes the focus. */
  readonly focused: string | undefined;
  readonly onDrag: (dragged: DraggedCard | undefined) => void;
  readonly onMove: (move: CardMove) => void;
  readonly onOpenRow: (id: string) => void;
}

/** Renders a stack of a board: its name, the number of its rows, and its cards page by page. A dragged card can be dropped on it. */
export function KanbanStack(props: KanbanStackProps): ReactElement {
  const { table, view, column, columns, stack, count, targets, dragged, focused, onDrag, onMove, onOpenRow } = props;
  const space = useSpace();
  const queries = useQueryClient();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const { error: refusal, isBusy, run } = useFormCall();
  const query = viewRowsQuery(space.id, table, view, stackSelection(view, column, stack));
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(query);
  const rows = data?.pages.flatMap((page) => page.data);
  const canDrop = dragged !== undefined && dragged.from.value !== stack.value;

  const add = () =>
    run(async (idempotency_key) => {
      const cells = { [column.key]: stack.value };
      const { id: row_id } = await spaceClient(space.id).rows.create({ table_id: table.id, data: cells }, { idempotency_key });
      await queries.invalidateQueries({ queryKey: rowsKey(space.id) });
      onOpenRow(row_id);
    });

  return (
    <section
      className="kanban-stack"
      aria-labelledby={id}
      data-over={(isOver && canDrop) || undefined}
      onDragOver={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (canDrop) onMove({ ...dragged, to: stack });
      }}
    >
      <div className="stack-head">
        <h2 id={id}>
          {stack.name} <span className="soft number">{count.toLocaleString('en')}</span>
          <span className="hidden-text"> {count === 1 ? 'row' : 'rows'}</span>
        </h2>
        {targets.length > 0 && (
          <Button look="plain icon" small disabled={isBusy} aria-label={`Add a row to ${stack.name}`} onClick={() => void add()}>
            <Plus size={15} aria-hidden="true" />
          </Button>
        )}
      </div>
      {refusal !== undefined && <ProblemNotice error={refusal} />}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!rows && !error && <Skeleton />}
      {rows && rows.length > 0 && (
        <ul className="cards-of-stack">
          {rows.map((row) => (
            <KanbanCard
              key={row.id}
              row={row}
              columns={columns}
              cover_column={configOf(view).cover_column}
              stack={stack}
              targets={targets}
              takesFocus={focused === row.id}
              onOpen={() => onOpenRow(row.id)}
              onMove={(to) => onMove({ row, from: stack, to })}
              onDrag={(isDragged) => onDrag(isDragged ? { row, from: stack } : undefined)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button small onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
          {isFetchingNextPage ? 'Reading …' : 'Show more'}
          <span className="hidden-text"> of {stack.name}</span>
        </Button>
      )}
    </section>
  );
}
