import { type ReactElement, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { Grid } from '../../../grid/grid.tsx';
import type { EntryKind, GridColumn } from '../../../grid/grid-column.ts';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { totalText } from '../../../parts/total-text.ts';
import { useSpace } from '../../../shell/session.tsx';
import { entryText } from '../cells/cell-text.ts';
import { contentOf } from '../cells/cell-value.tsx';
import { ChoicePanel, hasPanel } from '../cells/choice-panel.tsx';
import { isWritableColumn } from '../cells/writable-column.ts';
import { type Column, columnsOf, configOf, type Row, type Table, type View, type ViewConfig } from '../table/table.ts';
import type { ChangeConfig } from '../table/use-view-config.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { selectionOf, useRowList } from './row-list.ts';
import { useCellActs } from './use-cell-acts.ts';
import { useRowGroups } from './use-row-groups.ts';
import './rows.css';

/** Pixels of a row by its height in the view. */
const heights = { short: 34, medium: 56, tall: 96 };

/** Pixels of a column without a width of its own, by the type of its cells. */
const widths: Partial<Record<Column['type'], number>> = { long_text: 280, text: 220, url: 220, email: 220, checkbox: 90, rating: 120 };

const DEFAULT_WIDTH = 150;

/** Rows that are drawn while their number is not known yet. */
const UNKNOWN_ROWS = 50;

function entryOf(column: Column): EntryKind {
  if (!isWritableColumn(column)) return undefined;
  if (column.type === 'checkbox') return 'tick';
  if (hasPanel(column)) return 'panel';
  return ['long_text', 'attachment'].includes(column.type) ? 'lines' : 'line';
}

/** Props of the rows of a view as a grid. */
export interface TableGridProps {
  readonly table: Table;
  readonly view: View;
  readonly onOpenRow: (id: string) => void;
  readonly onChangeConfig: ChangeConfig;
  /** Runs when the grid begins and ceases to hold something that is not saved. */
  readonly onHold?: (isHeld: boolean) => void;
}

const CellError = ({ code, message }: { readonly code: string; readonly message: string }): ReactElement => (
  <span title={message}>
    <span aria-hidden="true">⚠ {code.replaceAll('_', ' ')}</span>
    <span className="hidden-text">Error: {message}</span>
  </span>
);

const PendingCell = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <span title="This cell is being computed.">
    {children} <span aria-hidden="true">↻</span>
    <span className="hidden-text">, is being computed</span>
  </span>
);

/** Renders the rows of a view as a grid, with a line that says how many there are and what was refused. */
export function TableGrid({ table, view, onOpenRow, onChangeConfig, onHold }: TableGridProps): ReactElement {
  const space = useSpace();
  const columns = useMemo(() => columnsOf(table, view), [table, view]);
  const config = configOf(view);
  const isWritable = space.scopes.includes('tables:write') && !table.archived;
  const selection = selectionOf(view);
  const groups = useRowGroups(table, view);
  const fields = useMemo(() => keysOf(columns, groups.columns), [columns, groups.columns]);
  const list = useRowList(space.id, table.id, selection, fields);
  const total = list.total ?? (selection.filters ? undefined : table.row_count);
  const isExact = list.isTotalExact || !selection.filters;
  const rows = list.blocks.end ?? total ?? UNKNOWN_ROWS;
  const cells = useCellActs({
    space_id: space.id,
    table_id: table.id,
    columns,
    isWritable: isWritableColumn,
    blocks: list.blocks,
    total: rows,
  });
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const gridColumns = useMemo(() => columns.map((column) => gridColumn(column, view)), [columns, view]);
  const cell = useCallback(
    (row: Row, key: string) => {
      const fault = row._errors?.[key];
      if (fault) return <CellError {...fault} />;
      const content = contentOf(byKey.get(key)!, row.data[key]);
      return row._pending?.includes(key) ? <PendingCell>{content}</PendingCell> : content;
    },
    [byKey],
  );
  const textOf = useCallback((row: Row, key: string) => entryText(byKey.get(key)!, row.data[key]), [byKey]);
  const gridGroups = useMemo(() => (groups.columns.length > 0 ? { ...groups, keys: keysOf(groups.columns) } : undefined), [groups]);
  const { conflict, question, faults } = cells;
  const [isEditing, setEditing] = useState(false);
  const isHeld = isEditing || cells.isWriting || faults.length > 0 || conflict !== undefined || question !== undefined;
  useEffect(() => onHold?.(isHeld), [onHold, isHeld]);
  return (
    <div className="table-grid">
      {list.error !== null && list.error !== undefined && <ProblemNotice error={list.error} />}
      <BlockError list={list} />
      <Grid
        label={table.name}
        columns={gridColumns}
        frozen={Math.min(config.frozen_count ?? 1, columns.length)}
        rowHeight={heights[config.row_height ?? 'short']}
        total={
          total === undefined ? Math.max(UNKNOWN_ROWS, list.blocks.least) : list.isTotalExact ? total : Math.max(total, list.blocks.least)
        }
        isTotalExact={total !== undefined && isExact}
        blocks={list.blocks}
        isWritable={isWritable}
        cell={cell}
        textOf={textOf}
        faultOf={cells.faultOf}
        groups={gridGroups}
        panel={({ row, column, typed, onDone }) => (
          <ChoicePanel space_id={space.id} column={byKey.get(column)!} value={row.data[column]} typed={typed} onDone={onDone} />
        )}
        acts={{
          ...cells.acts,
          open: ({ id }) => onOpenRow(id),
          resize: (key, width) => void onChangeConfig({ columns: resized(table, view, key, width) }, 'The column has another width.'),
        }}
        onEditing={setEditing}
        say={(sentence) => sayDone(sentence)}
      />
      <div className="row grid-status">
        <p role="status" className="soft number">
          {countText(isExact ? total : (list.blocks.end ?? (total || undefined)), isExact || list.blocks.end !== undefined)}
          {gridGroups && ` · grouped by ${groups.columns.map(({ label }) => label).join(', ')}`}
          {groups.gap && ` · ${groups.gap}`}
        </p>
        {faults.length > 0 && (
          <div role="alert" className="row">
            <span>
              {faults.length === 1 ? 'One cell is' : `${faults.length} cells are`} not saved: {faults[0]!.reason}
            </span>
            <Button small onClick={cells.discard}>
              Discard
            </Button>
          </div>
        )}
      </div>
      {conflict && byKey.has(conflict.column) && (
        <ConflictDialog
          space_id={space.id}
          table_id={table.id}
          column={byKey.get(conflict.column)!}
          conflict={conflict}
          onResolve={cells.resolve}
        />
      )}
      {question && (
        <ConfirmDialog
          title="Add rows?"
          action={`Paste and add ${question.created.toLocaleString('en')} rows`}
          onConfirm={() => cells.apply(question)}
          onClose={cells.refuse}
        >
          <p>The paste is longer than the table. It adds {question.created.toLocaleString('en')} rows at the end.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function BlockError({ list: { blocks } }: { readonly list: ReturnType<typeof useRowList> }): ReactElement | null {
  const error = blocks.failure;
  return error === undefined ? null : <ProblemNotice error={error} onRetry={() => blocks.markStale()} />;
}

const keysOf = (...columns: readonly (readonly Column[])[]): string[] => [...new Set(columns.flat().map(({ key }) => key))];

function countText(total: number | undefined, isExact: boolean): string {
  if (total === undefined) return 'Counting rows';
  const rows = total === 1 ? 'row' : 'rows';
  return `${totalText(total, isExact)} ${rows}`;
}

function gridColumn(column: Column, view: View): GridColumn {
  const config = configOf(view);
  const { width = widths[column.type] ?? DEFAULT_WIDTH } = config.columns?.find(({ column_key }) => column_key === column.key) ?? {};
  const order = [...(config.group_by ?? []), ...(config.sort ?? [])].find(({ column_key }) => column_key === column.key);
  const isDescending = order?.direction === 'desc';
  return {
    key: column.key,
    label: column.label,
    width,
    entry: entryOf(column),
    isNumber: column.value_type === 'number' && column.type !== 'rating',
    ...(order && { sorted: isDescending ? 'descending' : 'ascending', mark: <span aria-hidden="true">{isDescending ? '↓' : '↑'}</span> }),
  };
}

/** Returns the columns of a view with another width of one; a view that names no columns then names all of them. */
function resized(table: Table, view: View, key: string, width: number): NonNullable<ViewConfig['columns']> {
  const named = configOf(view).columns ?? table.columns.map((column) => ({ column_key: column.key, visible: true }));
  return named.map((column) => (column.column_key === key ? { ...column, width } : column));
}
