import type { BoardElement, ElementChange } from '@space/contracts/whiteboard-elements';
import { changeBoard, type EditedBoard } from '../changes/change-board.ts';
import { applyChanges, type ChangedElements, changedElements } from '../changes/change-elements.ts';
import type { Box } from '../geometry/box.ts';
import type { Place } from '../geometry/connector-ends.ts';
import { elementBox } from '../geometry/element-box.ts';
import { packRows, type Size } from '../geometry/pack-rows.ts';
import { BoardError } from '../schema/board-error.ts';
import { GAP } from '../schema/defaults.ts';
import { layeredLayout } from './layered-layout.ts';

/** A layout of elements: a grid of equal cells, rows, or layers along the connectors among them. */
export type ArrangeLayout = 'grid' | 'rows' | 'layers';

/**
 * Arranges elements in the order of their ids: in a grid of equal cells, in rows, or in layers along the connectors among them. The
 * first one that is not locked stays. Locked elements do not move, connectors follow their ends, and what is in an arranged frame moves with it.
 * Throws `unknown_element` with the index of an id that the whiteboard lacks, and `invalid` if an element would leave the whiteboard.
 */
export function arrangeElements(state: Uint8Array, ids: readonly string[], layout: ArrangeLayout, gap: number = GAP): ChangedElements {
  return changedElements(changeBoard(state, (board) => applyChanges(board, placements(board, ids, layout, gap))));
}

/** Returns the changes that move elements to their places in a layout. */
function placements(board: EditedBoard, ids: readonly string[], layout: ArrangeLayout, gap: number): ElementChange[] {
  const movable = movableElements(board, ids);
  const boxes = new Map(movable.map((element) => [element.id, elementBox(element)]));
  const [first] = movable;
  if (!first) return [];
  const places = layout === 'layers' ? layers(board, boxes, gap) : rows(boxes, layout, gap);
  const [anchor, corner] = [boxes.get(first.id)!, places.get(first.id)!];
  return movable.map((element) => {
    const [box, place] = [boxes.get(element.id)!, places.get(element.id)!];
    return {
      element_id: element.id,
      x: anchor.x - corner.x + place.x + element.x - box.x,
      y: anchor.y - corner.y + place.y + element.y - box.y,
    };
  });
}

/** Returns the elements that move by themselves: no locked ones, no connectors, and none that is in an arranged frame. */
function movableElements(board: EditedBoard, ids: readonly string[]): BoardElement[] {
  const chosen = new Map<string, BoardElement>();
  for (const [index, id] of ids.entries()) {
    const element = board.elements.get(id);
    if (!element) throw new BoardError('unknown_element', `The whiteboard has no element \`${id}\`.`, { index, element_id: id });
    chosen.set(id, element);
  }
  return [...chosen.values()].filter(
    (element) => element.type !== 'connector' && !element.is_locked && !outermost(board, element.frame_id, (id) => chosen.has(id)),
  );
}

/** Returns the outermost of a frame and the frames around it that passes a test. */
function outermost(board: EditedBoard, frame: string | null, test: (id: string) => boolean): string | undefined {
  let found: string | undefined;
  for (let id = frame; id !== null; id = board.elements.get(id)?.frame_id ?? null) if (test(id)) found = id;
  return found;
}

function rows(boxes: ReadonlyMap<string, Box>, layout: 'grid' | 'rows', gap: number): ReadonlyMap<string, Place> {
  const sizes = [...boxes.values()];
  const cell = { width: Math.max(...sizes.map(({ width }) => width)), height: Math.max(...sizes.map(({ height }) => height)) };
  const columns = Math.ceil(Math.sqrt(sizes.length));
  const packed =
    layout === 'rows'
      ? packRows(sizes, gap)
      : packRows(
          sizes.map((): Size => cell),
          gap,
          columns * (cell.width + gap) - gap,
        );
  return new Map([...boxes.keys()].map((id, at) => [id, packed.places[at]!]));
}

function layers(board: EditedBoard, boxes: ReadonlyMap<string, Box>, gap: number): ReadonlyMap<string, Place> {
  const nodeOf = (id: string): string | undefined =>
    boxes.has(id) ? id : outermost(board, board.elements.get(id)?.frame_id ?? null, (frame) => boxes.has(frame));
  const edges = board.before.flatMap((element) => {
    if (element.type !== 'connector') return [];
    const [from, to] = [element.from, element.to].map((end) => ('element_id' in end ? nodeOf(end.element_id) : undefined));
    return from && to ? [{ from, to }] : [];
  });
  return layeredLayout(boxes, edges, { direction: 'down', gap }).places;
}
