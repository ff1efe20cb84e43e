import type { BoardElement, ConnectorEnd, ElementChange } from '@space/contracts/whiteboard-elements';
import { findElement } from '../document/element-map.ts';
import { setField } from '../document/write-element.ts';
import { BoardError } from '../schema/board-error.ts';
import { type FieldKey, fieldRules } from '../schema/fields.ts';
import type { EditedBoard } from './change-board.ts';

/** A distance in pixels. */
interface Distance {
  readonly dx: number;
  readonly dy: number;
}

/** Moves what is in the frames that some changes move, but not what the changes place. Returns the ids of the moved elements. */
export function moveWithFrames(board: EditedBoard, changes: readonly ElementChange[]): string[] {
  const placed = new Set(changes.filter(isPlaced).map(({ element_id }) => element_id));
  const inside = Map.groupBy(board.before, ({ frame_id }) => frame_id);
  const moved: string[] = [];

  function moveInside(frame: string, by: Distance, index: number): void {
    for (const element of inside.get(frame) ?? []) {
      if (placed.has(element.id)) continue;
      if (moveElement(board, element, by, index)) moved.push(element.id);
      moveInside(element.id, by, index);
    }
  }

  for (const [index, change] of changes.entries()) {
    const element = board.elements.get(change.element_id)!;
    if (element.type !== 'frame' || !placed.has(element.id)) continue;
    const by = { dx: (change.x ?? element.x) - element.x, dy: (change.y ?? element.y) - element.y };
    if (by.dx !== 0 || by.dy !== 0) moveInside(element.id, by, index);
  }
  return moved;
}

/** A change that gives the place of an element, or takes it out of the frame that moves. */
function isPlaced({ x, y, from, to, frame_id }: ElementChange): boolean {
  return [x, y, from, to, frame_id].some((value) => value !== undefined);
}

/** Moves an element by a distance: its x and y, or the free ends of a connector. Returns true if it has any of them. */
function moveElement(board: EditedBoard, element: BoardElement, by: Distance, index: number): boolean {
  const map = findElement(board.doc, element.id)!;
  const write = (key: FieldKey, value: unknown) => {
    if (!fieldRules[key].isValid(value, element.type)) {
      throw new BoardError('invalid', 'An element of the frame would leave the whiteboard; move the frame less far.', {
        index,
        field: 'x',
        element_id: element.id,
      });
    }
    return setField(map, key, value);
  };
  if (element.type !== 'connector') {
    const isMovedX = write('x', element.x + by.dx);
    return write('y', element.y + by.dy) || isMovedX;
  }
  const isFromMoved = write('from', moveEnd(element.from, by));
  return write('to', moveEnd(element.to, by)) || isFromMoved;
}

function moveEnd(end: ConnectorEnd, { dx, dy }: Distance): ConnectorEnd {
  return 'element_id' in end ? end : { x: end.x + dx, y: end.y + dy };
}
