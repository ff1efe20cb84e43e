import { memo, type ReactElement, type ReactNode } from 'react';
import { type GridGroups, GUTTER, type PlacedColumn } from './grid-column.ts';
import type { GridRow as Row } from './row-blocks.ts';

/** Props of a row of a grid. */
export interface RowLineProps<R extends Row> {
  readonly id: string;
  readonly index: number;
  /** Pixels from the start of the spacer. */
  readonly top: number;
  readonly height: number;
  readonly width: number;
  readonly row: R | undefined;
  readonly columns: readonly PlacedColumn[];
  /** The active column, and the first and last chosen ones; −1 for none. */
  readonly active: number;
  readonly left: number;
  readonly right: number;
  readonly isPlain: boolean;
  readonly isDeleted: boolean;
  readonly groups: GridGroups<R> | undefined;
  /** The place of the outermost group that begins with the row, or −1. */
  readonly level: number;
  readonly isWritable: boolean;
  readonly cell: (row: R, column: string) => ReactNode;
  readonly textOf: (row: R, column: string) => string;
  readonly faultOf: (id: string, column: string) => string | undefined;
}

/** Columns whose texts stand for a row that passes fast. */
const PLAIN_COLUMNS = 3;

function Line<R extends Row>(props: RowLineProps<R>): ReactElement {
  const { id, index, top, height, width, row, columns, isDeleted, level, isPlain } = props;
  return (
    <div
      role="row"
      className="grid-row"
      aria-rowindex={index + 2}
      data-row={index}
      data-deleted={isDeleted || undefined}
      data-group={(index > 0 && level >= 0) || undefined}
      style={{ blockSize: height, inlineSize: width, transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        aria-label={`Row ${index + 1}${isDeleted ? ', deleted' : ''}`}
        className="grid-gutter"
        style={{ inlineSize: GUTTER }}
      >
        <button type="button" tabIndex={-1} data-open={index} disabled={!row || isDeleted} aria-label={`Open row ${index + 1}`}>
          {(index + 1).toLocaleString('en')}
        </button>
        {isDeleted && (
          <span className="grid-deleted" style={{ insetInlineStart: (columns[0]?.width ?? 0) + GUTTER }}>
            This row was deleted.
          </span>
        )}
      </div>
      {isPlain || !row ? (
        <div role="gridcell" aria-colindex={2} className="grid-plain" style={{ insetInlineStart: GUTTER }}>
          {row &&
            columns
              .slice(0, PLAIN_COLUMNS)
              .map(({ key }) => props.textOf(row, key))
              .join(' · ')}
        </div>
      ) : (
        columns.map((column) => <CellBox key={column.key} id={id} column={column} row={row} line={props} />)
      )}
    </div>
  );
}

/** Renders a row; it is drawn again only when what it shows changes. */
export const RowLine = memo(Line) as typeof Line;

interface CellBoxProps<R extends Row> {
  readonly id: string;
  readonly column: PlacedColumn;
  readonly row: R;
  readonly line: RowLineProps<R>;
}

function CellBox<R extends Row>({ id, column, row, line }: CellBoxProps<R>): ReactElement {
  const { key, index, start, width, isFrozen, isNumber, entry } = column;
  const fault = line.faultOf(row.id, key);
  const isChosen = index >= line.left && index <= line.right;
  return (
    <div
      role="gridcell"
      id={line.active === index ? `${id}-active` : undefined}
      aria-colindex={index + 2}
      aria-selected={isChosen}
      aria-readonly={!line.isWritable || entry === undefined || line.isDeleted}
      aria-invalid={fault ? true : undefined}
      className={isNumber ? 'grid-cell number' : 'grid-cell'}
      data-column={index}
      data-active={line.active === index || undefined}
      data-frozen={isFrozen || undefined}
      style={
        isFrozen ? { inlineSize: width, insetInlineStart: start } : { inlineSize: width, position: 'absolute', insetInlineStart: start }
      }
    >
      {line.cell(row, key)}
      {line.level >= 0 && <GroupCount count={countBeginning(line, row, key)} />}
      {fault && (
        <span className="grid-fault" title={fault}>
          <span className="hidden-text">Not saved: {fault}</span>
        </span>
      )}
    </div>
  );
}

/** Returns the number of rows of a group that begins in a cell. */
function countBeginning<R extends Row>({ groups, level }: RowLineProps<R>, row: R, column: string): string | undefined {
  return groups && groups.keys.indexOf(column) >= level ? groups.countText(row, column) : undefined;
}

const GroupCount = ({ count }: { readonly count: string | undefined }): ReactElement | null =>
  count === undefined ? null : (
    <span className="grid-count">
      <span className="hidden-text">, group of </span>
      {count}
    </span>
  );
