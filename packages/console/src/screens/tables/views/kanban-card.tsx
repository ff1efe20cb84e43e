import { ArrowRightLeft } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import type { Column, Row } from '../table/table.ts';
import { Cover } from './cover.tsx';
import type { Stack } from './kanban-stacks.ts';
import { RowCard } from './row-card.tsx';

/** Props of a card of a board. */
export interface KanbanCardProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly cover_column: string | undefined;
  readonly stack: Stack;
  /** The stacks that the card can move to; empty for those who may not move it. */
  readonly targets: readonly Stack[];
  /** True for a card that was moved by keys: it takes the focus to its new place. */
  readonly takesFocus: boolean;
  readonly onOpen: () => void;
  readonly onMove: (to: Stack) => void;
  readonly onDrag: (isDragged: boolean) => void;
}

/** Renders a card of a board, which a drag or its menu moves. */
export function KanbanCard(props: KanbanCardProps): ReactElement {
  const { row, columns, cover_column, stack, targets, takesFocus, onOpen, onMove, onDrag } = props;
  const title = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  const name = row.title || 'the row';
  return (
    <li
      className="row-card"
      draggable={targets.length > 0}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', row.title ?? row.id);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      {cover_column && <Cover row={row} column_key={cover_column} />}
      <RowCard
        row={row}
        columns={columns}
        onOpen={onOpen}
        titleRef={title}
        tools={
          targets.length > 0 && (
            <Menu
              trigger={
                <Button look="plain icon" small aria-label={`Move ${name}`}>
                  <ArrowRightLeft size={14} aria-hidden="true" />
                </Button>
              }
            >
              {targets
                .filter(({ value }) => value !== stack.value)
                .map((target) => (
                  <MenuItem key={String(target.value)} onClick={() => onMove(target)}>
                    Move to {target.name}
                  </MenuItem>
                ))}
            </Menu>
          )
        }
      />
    </li>
  );
}
