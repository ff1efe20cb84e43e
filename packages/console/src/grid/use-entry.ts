import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { GridProps, PlacedColumn } from './grid-column.ts';
import type { GridRow as Row } from './row-blocks.ts';
import type { Spot } from './selection.ts';

/** A cell that is being edited: in the text field, or in a panel. */
export interface Entry<R extends Row> {
  readonly row: R;
  readonly spot: Spot;
  readonly column: PlacedColumn;
  readonly isPanel: boolean;
  /** The text at the start; undefined if typing replaces the cell. */
  readonly before: string | undefined;
  readonly typed: string;
}

/** The place to go to after a cell was edited. */
type After = 'down' | 'right' | 'left' | undefined;

interface EntryOptions {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly spot: Spot;
  readonly column: PlacedColumn | undefined;
  readonly onMove: (after: After) => void;
}

/** Edits cells of a grid: returns the cell that is edited, and the functions that begin and end it. */
export function useEntry<R extends Row>(props: GridProps<R>, { field, spot, column, onMove }: EntryOptions) {
  const [entry, setEntry] = useState<Entry<R>>();
  const isComposing = useRef(false);
  const focus = () => field.current?.focus({ preventScroll: true });

  /** Returns the row of the active cell if the cell can be edited. */
  function editable(): R | undefined {
    const row = props.blocks.rowAt(spot.row);
    return row && column?.entry && props.isWritable && !props.blocks.isDeleted(row.id) ? row : undefined;
  }

  function start(isReplacing: boolean, typed = ''): void {
    const row = editable();
    if (!row || !column) {
      field.current!.value = '';
      return;
    }
    if (column.entry === 'tick') {
      field.current!.value = '';
      if (!isReplacing) props.acts.set(row, column.key, row.data[column.key] !== true);
      return;
    }
    props.acts.begin(row);
    const isPanel = column.entry === 'panel';
    const text = props.textOf(row, column.key);
    setEntry({ row, spot, column, isPanel, before: isReplacing ? undefined : text, typed });
    if (isPanel) field.current!.value = '';
    else if (!isReplacing) {
      field.current!.value = text;
      field.current!.setSelectionRange(text.length, text.length);
    }
  }

  function end(after: After, isSaving: boolean): void {
    const text = field.current!.value;
    field.current!.value = '';
    setEntry(undefined);
    if (entry && isSaving && text !== (entry.before ?? props.textOf(entry.row, entry.column.key)))
      props.acts.type(entry.row, entry.column.key, text);
    if (after) onMove(after);
  }

  function onPanelDone(value: unknown, isLeft = false): void {
    setEntry(undefined);
    if (entry && value !== undefined) props.acts.set(entry.row, entry.column.key, value);
    if (!isLeft) focus();
  }

  /** Handles a key while a text is edited. Other keys edit the text, and are no shortcuts of the page. */
  function onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    event.stopPropagation();
    const { key, shiftKey, altKey } = event;
    if (key === 'Enter' && (shiftKey || altKey) && entry?.column.entry === 'lines') return;
    if (key !== 'Enter' && key !== 'Escape' && key !== 'Tab') return;
    event.preventDefault();
    end(key === 'Enter' ? 'down' : key === 'Tab' ? (shiftKey ? 'left' : 'right') : undefined, key !== 'Escape');
  }

  return {
    entry,
    isEditing: entry !== undefined && !entry.isPanel,
    focus,
    start,
    end,
    onKey,
    onPanelDone,
    fieldHandlers: {
      onCompositionStart() {
        isComposing.current = true;
        if (!entry && column?.entry !== 'panel') start(true);
      },
      onCompositionEnd() {
        isComposing.current = false;
        if (!entry && field.current!.value !== '') start(true, field.current!.value);
      },
      onInput() {
        if (!entry && !isComposing.current) start(true, field.current!.value);
      },
      onBlur() {
        if (entry && !entry.isPanel) end(undefined, true);
      },
    },
  };
}
