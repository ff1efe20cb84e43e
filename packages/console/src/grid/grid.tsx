import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { clipboardHandlers } from './clipboard.ts';
import { EntryField, placeOf } from './entry-field.tsx';
import './grid.css';
import { drawnColumns, type GridProps, HEAD_HEIGHT, leftShowing, placeColumns, widthOf } from './grid-column.ts';
import { GridHead } from './grid-head.tsx';
import { type Command, commandOf, isOfInputMethod } from './keys.ts';
import type { GridRow as Row } from './row-blocks.ts';
import { RowLine } from './row-line.tsx';
import { spacerHeight } from './scroll-scale.ts';
import { fitted, moved, rangeOf, type Selection, type Spot, single, stepped, wholeRows } from './selection.ts';
import { useEntry } from './use-entry.ts';
import { isRowSeen, useViewport } from './use-viewport.ts';

/** Rows that are drawn above and below the screen. */
const OVERSCAN = 4;

/**
 * Renders a table of any length as a grid of cells that are chosen, edited, copied and pasted. Only the rows on the screen are in the
 * document. A row that leaves it gives its element to the next one, and its place is a transform, so that a scroll changes little.
 */
export function Grid<R extends Row>(props: GridProps<R>): ReactElement {
  const { label, columns, frozen, rowHeight, blocks, isWritable, acts } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useSyncExternalStore(blocks.subscribe, blocks.snapshot);
  const rows = blocks.end ?? props.total;
  const [view, onScroll, showRow] = useViewport(scroller, { rows, rowHeight, headHeight: HEAD_HEIGHT });
  const placed = useMemo(() => placeColumns(columns, frozen), [columns, frozen]);
  // Steps of a screen, so that the list of drawn columns stays the same for most scrolls.
  const step = Math.floor(view.left / 400) * 400;
  const drawn = useMemo(() => drawnColumns(placed, step - 400, view.width + 1_200), [placed, step, view.width]);
  const size = { rows, columns: placed.length, page: Math.max(Math.floor(view.screen / rowHeight) - 1, 1) };
  const [chosen, setChosen] = useState<Selection>(single({ row: 0, column: 0 }));
  const selection = fitted(chosen, size);
  const { active } = selection;
  const range = rangeOf(selection);
  const entry = useEntry(props, {
    field,
    spot: active,
    column: placed[active.column],
    onMove: (after) => choose(after === 'down' ? moved(selection, 'down', size) : stepped(selection, after === 'left', size)),
  });

  const first = Math.max(Math.floor(view.vtop / rowHeight), 0);
  const last = Math.min(Math.ceil((view.vtop + view.screen) / rowHeight), rows) - 1;
  useEffect(() => {
    if (!view.isFast && last >= first) blocks.want(first, last);
  }, [blocks, first, last, view.isFast]);
  useEffect(() => () => blocks.close(), [blocks]);
  const { onEditing } = props;
  const hasEntry = entry.entry !== undefined;
  useEffect(() => onEditing?.(hasEntry), [onEditing, hasEntry]);
  const seen = useRef(view);
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = view;
    const isResized = before.screen !== view.screen || before.width !== view.width;
    if (!isResized || !view.isStanding || !isRowSeen(before, active.row, rowHeight)) return;
    show(active);
    // The page itself scrolls after the field has its new place.
    if (document.activeElement === field.current) queueMicrotask(() => field.current?.scrollIntoView({ block: 'nearest' }));
  });

  function choose(next: Selection): void {
    setChosen(next);
    show(next.active);
  }

  /** Scrolls as little as needed to have a cell on the screen. */
  function show(spot: Spot): void {
    showRow(spot.row);
    const column = placed[spot.column];
    if (column) scroller.current!.scrollLeft = leftShowing(column, placed, view.left, view.width);
  }

  function run(command: Command): void {
    const row = blocks.rowAt(active.row);
    if (command.act === 'move') choose(moved(selection, command.move, size, command.isExtending));
    else if (command.act === 'edit') {
      showRow(active.row);
      entry.start(false);
    } else if (command.act === 'tick') {
      if (placed[active.column]?.entry === 'tick') entry.start(false);
    } else if (command.act === 'rows') setChosen(wholeRows(selection, size));
    else if (command.act === 'all') setChosen({ anchor: { row: 0, column: 0 }, active: { row: rows - 1, column: placed.length - 1 } });
    else if (command.act === 'cancel') setChosen(single(active));
    else if (command.act === 'open') {
      if (row) acts.open(row);
    } else if (command.act === 'undo') acts.undo();
    else if (isWritable) acts[command.act](range);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (isOfInputMethod(event.nativeEvent)) return;
    if (entry.isEditing) {
      entry.onKey(event);
      return;
    }
    const command = commandOf(event);
    if (!command) return;
    event.preventDefault();
    if (command.act === 'undo') event.stopPropagation();
    run(command);
  }

  function onPointerDown(event: PointerEvent): void {
    const target = event.target as HTMLElement;
    if (event.button !== 0 || target.closest('a, .grid-panel, .grid-edge, .grid-field')) return;
    const opened = target.closest<HTMLElement>('[data-open]');
    const row = opened && blocks.rowAt(Number(opened.dataset.open));
    if (row) acts.open(row);
    const spot = spotAt(target);
    if (!spot) return;
    if (entry.isEditing) entry.end(undefined, true);
    event.preventDefault();
    entry.focus();
    setChosen(event.shiftKey ? { anchor: selection.anchor, active: spot } : single(spot));
  }

  function onPointerMove(event: PointerEvent): void {
    if (event.buttons !== 1 || entry.entry || document.activeElement !== field.current) return;
    const spot = spotAt(document.elementFromPoint(event.clientX, event.clientY));
    if (spot && (spot.row !== active.row || spot.column !== active.column)) setChosen({ anchor: selection.anchor, active: spot });
  }

  /** Returns what tells readers that the last change of the edited cell was refused. */
  function editedFault(row_id = '') {
    const fault = props.faultOf(row_id, placed[active.column]?.key ?? '');
    return fault === undefined ? {} : { 'aria-invalid': true, 'aria-description': `Not saved: ${fault}` };
  }

  const pool = Math.ceil(view.screen / rowHeight) + 2 * OVERSCAN + 2;
  const from = Math.max(first - OVERSCAN, 0);
  const indexes = Array.from({ length: Math.min(pool, rows - from) }, (_, index) => from + index);
  const width = Math.max(widthOf(placed), view.width);
  const isActiveDrawn = !view.isFast && active.row >= from && active.row < from + pool && blocks.rowAt(active.row) !== undefined;
  const panel = entry.entry?.isPanel ? entry.entry : undefined;
  return (
    <div ref={scroller} className="grid" onScroll={onScroll}>
      <EntryField
        field={field}
        column={placed[active.column]}
        row={active.row}
        rowHeight={rowHeight}
        view={view}
        isEditing={entry.isEditing}
        aria-label={entry.isEditing ? placed[active.column]?.label : `Cells of ${label}`}
        aria-describedby={entry.isEditing ? undefined : `${id}-help`}
        {...(entry.isEditing && editedFault(entry.entry?.row.id))}
        aria-controls={id}
        aria-activedescendant={isActiveDrawn && !entry.isEditing ? `${id}-active` : undefined}
        onKeyDown={onKeyDown}
        {...entry.fieldHandlers}
        {...clipboardHandlers(props, placed, range, entry.isEditing)}
      />
      <span id={`${id}-help`} hidden>
        Arrow keys move. Enter edits, Shift+Enter opens the row, Tab leaves the grid.
      </span>
      <div
        id={id}
        role="grid"
        aria-label={label}
        aria-rowcount={props.isTotalExact ? rows + 1 : -1}
        aria-colcount={placed.length + 1}
        aria-multiselectable="true"
        aria-readonly={!isWritable}
        className="grid-body"
        style={{ blockSize: HEAD_HEIGHT + spacerHeight(rows * rowHeight), inlineSize: width }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onDoubleClick={(event) => spotAt(event.target as HTMLElement) && entry.start(false)}
      >
        <GridHead columns={drawn} width={width} canResize={isWritable} onResize={acts.resize} />
        {indexes.map((index) => {
          const row = blocks.rowAt(index);
          const isChosen = index >= range.top && index <= range.bottom;
          return (
            <RowLine
              key={index % pool}
              id={id}
              index={index}
              top={index * rowHeight + view.shift}
              height={rowHeight}
              width={width}
              row={row}
              columns={drawn}
              active={index === active.row ? active.column : -1}
              left={isChosen ? range.left : -1}
              right={isChosen ? range.right : -1}
              isPlain={view.isFast}
              isDeleted={row !== undefined && blocks.isDeleted(row.id)}
              groups={props.groups}
              level={(row && props.groups?.levelOf(row, blocks.rowAt(index - 1), index)) ?? -1}
              isWritable={isWritable}
              cell={props.cell}
              textOf={props.textOf}
              faultOf={props.faultOf}
            />
          );
        })}
      </div>
      {panel && (
        <div className="grid-panel" style={placeOf(panel.column, panel.spot.row, rowHeight, view, true)}>
          {props.panel({ row: panel.row, column: panel.column.key, typed: panel.typed, onDone: entry.onPanelDone })}
        </div>
      )}
    </div>
  );
}

/** Returns the cell that an element is in. */
function spotAt(element: Element | null): Spot | undefined {
  const column = element?.closest<HTMLElement>('[role=gridcell][data-column]');
  const row = column?.closest<HTMLElement>('[data-row]');
  return column && row ? { row: Number(row.dataset.row), column: Number(column.dataset.column) } : undefined;
}
