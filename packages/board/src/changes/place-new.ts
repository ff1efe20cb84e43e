import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { type Box, boxAround, grow } from '../geometry/box.ts';
import type { Place } from '../geometry/connector-ends.ts';
import { elementBox } from '../geometry/element-box.ts';
import { placeInside, placeNextTo } from '../geometry/free-place.ts';
import { packRows, type Size } from '../geometry/pack-rows.ts';
import { GAP } from '../schema/defaults.ts';

/** A new element that may lack a place or, for a frame, a size. An element without a place is at 0, 0. */
export interface Unplaced {
  readonly element: BoardElement;
  readonly isPlaced: boolean;
  readonly hasSize: boolean;
}

/** The place of a new element, and the size of a frame that fits around its elements. */
export type Placed = Place & Partial<Size>;

/** A new element while places are sought: its box, and the box of its place as soon as that is known. */
interface Item {
  readonly element: BoardElement;
  readonly hasSize: boolean;
  readonly inside: Item[];
  box: Box;
  isPlaced: boolean;
}

/**
 * Returns the places of new elements that have none. New elements of one frame, or of none, stand in rows and cover nothing that is there.
 * A new frame without a size fits around its new elements. Connectors need no place.
 */
export function placeNew(existing: readonly BoardElement[], unplaced: readonly Unplaced[]): ReadonlyMap<string, Placed> {
  const items = new Map(unplaced.filter(({ element }) => element.type !== 'connector').map((one) => [one.element.id, toItem(one)]));
  const outermost: Item[] = [];
  const inExisting = new Map<string, Item[]>();
  for (const item of items.values()) {
    const { frame_id } = item.element;
    if (frame_id === null) outermost.push(item);
    else if (items.has(frame_id)) items.get(frame_id)!.inside.push(item);
    else inExisting.set(frame_id, [...(inExisting.get(frame_id) ?? []), item]);
  }
  const known = new Map(existing.map((element) => [element.id, element]));
  const roots = [...outermost, ...[...inExisting.values()].flat()];
  for (const item of roots) fitAround(item);
  for (const [frame, members] of inExisting)
    placeMembers(known.get(frame)!, members, obstacles(existing, items, framesAround(known, frame)));
  const free = outermost.filter(({ isPlaced }) => !isPlaced);
  arrange(free, (size) => placeNextTo(obstacles(existing, items, new Set()), size, GAP));
  for (const item of roots) placeInFrame(item, existing, items);
  return new Map([...items].map(([id, item]) => [id, placeOf(item)]));
}

function toItem({ element, isPlaced, hasSize }: Unplaced): Item {
  return { element, hasSize: hasSize || element.type !== 'frame', inside: [], box: elementBox(element), isPlaced };
}

/** Gives frames a size around their elements, and a place if one of those has a place, from the inside to the outside. */
function fitAround(item: Item): void {
  for (const member of item.inside) fitAround(member);
  if (item.element.type !== 'frame' || item.inside.length === 0) return;
  const placed = boxAround(item.inside.filter(({ isPlaced }) => isPlaced).map(({ box }) => box));
  if (placed) {
    const around = grow(placed, GAP);
    if (!item.isPlaced) item.box = { ...item.box, x: around.x, y: around.y };
    if (!item.hasSize)
      item.box = { ...item.box, width: around.x + around.width - item.box.x, height: around.y + around.height - item.box.y };
    item.isPlaced = true;
  } else if (!item.hasSize) {
    const { width, height } = packRows(sizesOf(item.inside), GAP);
    item.box = { ...item.box, width: width + 2 * GAP, height: height + 2 * GAP };
  }
}

/** Places the elements of a new frame that has its place, from the outside to the inside. */
function placeInFrame(item: Item, existing: readonly BoardElement[], items: ReadonlyMap<string, Item>): void {
  if (item.inside.some(({ isPlaced }) => isPlaced)) {
    placeMembers(item.box, item.inside, obstacles(existing, items, framesOf(item, items)));
  } else {
    arrange(item.inside, () => ({ x: item.box.x + GAP, y: item.box.y + GAP }), item.hasSize ? item.box.width - 2 * GAP : undefined);
  }
  for (const member of item.inside) placeInFrame(member, existing, items);
}

function placeMembers(frame: Box, members: readonly Item[], others: readonly Box[]): void {
  const free = members.filter(({ isPlaced }) => !isPlaced);
  arrange(free, (size) => placeInside(frame, others, size, GAP), frame.width - 2 * GAP);
}

/** Puts elements into rows and the whole at the place that is chosen for its size. */
function arrange(members: readonly Item[], choose: (size: Size) => Place, rowWidth?: number): void {
  if (members.length === 0) return;
  const rows = packRows(sizesOf(members), GAP, rowWidth);
  const start = choose(rows);
  for (const [at, member] of members.entries()) {
    const { x, y } = rows.places[at]!;
    member.box = { ...member.box, x: start.x + x, y: start.y + y };
    member.isPlaced = true;
  }
}

function sizesOf(items: readonly Item[]): Size[] {
  return items.map(({ box: { width, height } }) => ({ width, height }));
}

/** Returns the boxes that a new element may not cover: all that have a place but some frames and connectors. */
function obstacles(existing: readonly BoardElement[], items: ReadonlyMap<string, Item>, without: ReadonlySet<string>): Box[] {
  const there = existing.filter(({ type, id }) => type !== 'connector' && !without.has(id)).map(elementBox);
  const placed = [...items.values()].filter(({ isPlaced, element }) => isPlaced && !without.has(element.id)).map(({ box }) => box);
  return [...there, ...placed];
}

function framesAround(elements: ReadonlyMap<string, BoardElement>, frame: string): ReadonlySet<string> {
  const around = new Set<string>();
  for (let id: string | null | undefined = frame; id && !around.has(id); id = elements.get(id)?.frame_id) around.add(id);
  return around;
}

function framesOf(item: Item, items: ReadonlyMap<string, Item>): ReadonlySet<string> {
  return framesAround(new Map([...items].map(([id, { element }]) => [id, element])), item.element.id);
}

/** Returns the x and y of an element whose box has its place: they differ for points to the left of or above them, and for a rotation. */
function placeOf({ element, hasSize, box }: Item): Placed {
  const drawn = elementBox(element);
  const place = { x: element.x + box.x - drawn.x, y: element.y + box.y - drawn.y };
  return hasSize ? place : { ...place, width: box.width, height: box.height };
}
