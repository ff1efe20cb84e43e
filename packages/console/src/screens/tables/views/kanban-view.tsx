import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { type Column, columnsOf } from '../table/table.ts';
import type { ViewBodyProps } from '../table/view-body.ts';
import { type DraggedCard, KanbanStack, stackSelection } from './kanban-stack.tsx';
import { type Stack, shownStacks, stackCounts, stacksOf } from './kanban-stacks.ts';
import { type CardMove, useMoveCard } from './use-move-card.ts';
import { canStack, columnOf, configOf } from './view-config.ts';
import { aggregateQuery, viewRowsQuery } from './view-rows.ts';
import './views.css';

/** The most stacks whose cards are read. */
const MAX_STACKS = 40;

/** Renders the rows of a view as cards in stacks by a choice or a checkbox. A drag or the menu of a card moves it. */
export function KanbanView(props: ViewBodyProps): ReactElement {
  const { table, view } = props;
  const column = columnOf(table, configOf(view).stack_by);
  if (!column || !canStack(column))
    return <p className="notice warn">This board needs a column of choices or a checkbox. Choose one in the settings of the view.</p>;
  return <Board {...props} column={column} />;
}

function Board({ table, view, onOpenRow, column }: ViewBodyProps & { readonly column: Column }): ReactElement {
  const space = useSpace();
  const config = configOf(view);
  const [dragged, setDragged] = useState<DraggedCard>();
  const [focused, setFocused] = useState<string>();
  const counting = aggregateQuery(space.id, table.id, {
    group_by: [{ column_key: column.key }],
    aggregates: [{ function: 'count', as: 'count' }],
    ...(config.filters && config.filters.length > 0 && { filters: [...config.filters] }),
  });
  const { data, error, refetch } = useQuery(counting);
  const keyOf = (stack: Stack) => viewRowsQuery(space.id, table, view, stackSelection(view, column, stack)).queryKey;
  const moveCard = useMoveCard(table, column, keyOf);
  const stacks = stacksOf(column, config.stack_order);
  const canMove = space.scopes.includes('tables:write');
  const columns = columnsOf(table, view).filter(({ key }) => ![column.key, config.cover_column, table.title_field_key].includes(key));

  function move(card: CardMove): void {
    setFocused(card.row.id);
    setDragged(undefined);
    void moveCard(card);
  }

  if (!data) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  const counts = stackCounts(column, data.groups);
  const shown = shownStacks(stacks, counts, config.hide_empty === true);
  return (
    <>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className="kanban" aria-label={view.name} tabIndex={0}>
        {shown.slice(0, MAX_STACKS).map((stack) => (
          <KanbanStack
            key={String(stack.value)}
            table={table}
            view={view}
            column={column}
            columns={columns}
            stack={stack}
            count={counts.get(stack.value) ?? 0}
            targets={canMove ? stacks : []}
            dragged={dragged}
            focused={focused}
            onDrag={setDragged}
            onMove={move}
            onOpenRow={onOpenRow}
          />
        ))}
      </section>
      {shown.length > MAX_STACKS && (
        <p className="notice">
          The first {MAX_STACKS} of {shown.length} stacks are shown. Filter the view to see others.
        </p>
      )}
    </>
  );
}
