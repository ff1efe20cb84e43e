import { type Box, boxAroundPoints, compareOrder, connectorEnds, elementBox } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';

/** The elements of a whiteboard at one moment. */
export interface BoardElements {
  /** From bottom to top. */
  readonly list: readonly BoardElement[];
  readonly byId: ReadonlyMap<string, BoardElement>;
}

/** A whiteboard without elements. */
export const NO_ELEMENTS: BoardElements = { list: [], byId: new Map() };

/**
 * Returns elements in their order, each connector with the box around its ends. A connector to an element that is not there is left out, and
 * a frame that is not there is read as no frame. An element that is the same as before stays the same object.
 */
export function orderElements(read: ReadonlyMap<string, BoardElement>, before: BoardElements): BoardElements {
  const list: BoardElement[] = [];
  const boxOf = (id: string): Box | undefined => {
    const element = read.get(id);
    return element && element.type !== 'connector' ? elementBox(element) : undefined;
  };
  for (const element of read.values()) {
    const placed = element.type === 'connector' ? withBox(element, boxOf) : element;
    if (placed) list.push(withFrame(placed, read));
  }
  list.sort(compareOrder);
  const stable = list.map((element) => {
    const former = before.byId.get(element.id);
    return former && isSame(former, element) ? former : element;
  });
  return { list: stable, byId: new Map(stable.map((element) => [element.id, element])) };
}

function withBox(
  connector: Extract<BoardElement, { type: 'connector' }>,
  boxOf: (id: string) => Box | undefined,
): BoardElement | undefined {
  const ends = connectorEnds(connector.from, connector.to, boxOf);
  return ends && { ...connector, ...boxAroundPoints(ends.map(({ x, y }) => [x, y] as const)) };
}

function withFrame(element: BoardElement, read: ReadonlyMap<string, BoardElement>): BoardElement {
  const { frame_id } = element;
  return frame_id === null || read.get(frame_id)?.type === 'frame' ? element : { ...element, frame_id: null };
}

/** Returns true if two readings of an element have the same values; values that were not read again are the same objects. */
function isSame(a: BoardElement, b: BoardElement): boolean {
  if (a === b) return true;
  return Object.keys(b).every((key) => a[key as keyof BoardElement] === b[key as keyof BoardElement]);
}
