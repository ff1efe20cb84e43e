import { memo, type PointerEvent, type ReactElement, useState } from 'react';
import { GUTTER, HEAD_HEIGHT, type PlacedColumn } from './grid-column.ts';

/** Pixels of the narrowest and widest column. */
const [MIN_WIDTH, MAX_WIDTH] = [60, 1_200];

/** Props of the row of column names. */
export interface GridHeadProps {
  readonly columns: readonly PlacedColumn[];
  readonly width: number;
  readonly canResize: boolean;
  readonly onResize: (column: string, width: number) => void;
}

/** Renders the row of column names; their edges are dragged to change the widths. */
export const GridHead = memo(function GridHead({ columns, width, canResize, onResize }: GridHeadProps): ReactElement {
  return (
    <div role="row" aria-rowindex={1} className="grid-head" style={{ inlineSize: width, blockSize: HEAD_HEIGHT }}>
      <div role="columnheader" aria-colindex={1} className="grid-gutter" style={{ inlineSize: GUTTER }}>
        <span className="hidden-text">Row</span>
      </div>
      {columns.map((column) => (
        <HeadCell key={column.key} column={column} canResize={canResize} onResize={onResize} />
      ))}
    </div>
  );
});

interface HeadCellProps extends Pick<GridHeadProps, 'canResize' | 'onResize'> {
  readonly column: PlacedColumn;
}

function HeadCell({ column, canResize, onResize }: HeadCellProps): ReactElement {
  const { key, label, index, start, width, isFrozen, isNumber, mark, sorted } = column;
  const [dragged, setDragged] = useState<number>();
  function drag(event: PointerEvent<HTMLElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const from = event.currentTarget.parentElement!.getBoundingClientRect().left;
    setDragged(Math.round(Math.min(Math.max(event.clientX - from, MIN_WIDTH), MAX_WIDTH)));
  }
  function drop(): void {
    if (dragged !== undefined && dragged !== width) onResize(key, dragged);
    setDragged(undefined);
  }
  const shown = dragged ?? width;
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={sorted}
      className={isNumber ? 'grid-cell number' : 'grid-cell'}
      data-frozen={isFrozen || undefined}
      style={
        isFrozen ? { inlineSize: shown, insetInlineStart: start } : { inlineSize: shown, position: 'absolute', insetInlineStart: start }
      }
    >
      <span className="cut">{label}</span>
      {mark}
      {canResize && (
        <span
          className="grid-edge"
          aria-hidden="true"
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={drag}
          onPointerUp={drop}
        />
      )}
    </div>
  );
}
