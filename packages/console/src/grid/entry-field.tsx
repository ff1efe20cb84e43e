import type { ComponentProps, CSSProperties, ReactElement, RefObject } from 'react';
import { HEAD_HEIGHT, type PlacedColumn } from './grid-column.ts';
import type { Viewport } from './use-viewport.ts';

/** Props of the text field of a grid. */
export interface EntryFieldProps extends Omit<ComponentProps<'textarea'>, 'ref'> {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly column: PlacedColumn | undefined;
  readonly row: number;
  readonly rowHeight: number;
  readonly view: Viewport;
  readonly isEditing: boolean;
}

/**
 * Renders the one tab stop of a grid: a text field over the active cell. It is invisible until a cell is edited. It has the focus always, so
 * that an input method composes in it from the first key on.
 */
export function EntryField({ field, column, row, rowHeight, view, isEditing, ...props }: EntryFieldProps): ReactElement {
  return (
    <textarea
      ref={field}
      className="grid-field"
      rows={1}
      spellCheck={false}
      autoComplete="off"
      data-editing={isEditing || undefined}
      style={placeOf(column, row, rowHeight, view, isEditing)}
      {...props}
    />
  );
}

/** Returns the place over a cell. A field that is not edited stays on the screen, so that a typed letter does not scroll it. */
export function placeOf(
  column: PlacedColumn | undefined,
  row: number,
  rowHeight: number,
  { vtop, shift, left, width, screen }: Viewport,
  isEditing: boolean,
): CSSProperties {
  const own = column?.width ?? 0;
  const bar = vtop + shift;
  const top = row * rowHeight + shift;
  const start = (column?.isFrozen ? left : 0) + (column?.start ?? 0);
  const within = (value: number, from: number, to: number) => (isEditing ? value : Math.max(Math.min(value, to), from));
  return {
    insetBlockStart: HEAD_HEIGHT + within(top, bar, bar + screen - rowHeight),
    insetInlineStart: within(start, left, left + width - own),
    minInlineSize: own,
    minBlockSize: rowHeight,
  };
}
