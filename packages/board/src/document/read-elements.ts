import { type BoardElement, type ElementOf, elementId } from '@space/contracts/whiteboard-elements';
import * as Y from 'yjs';
import { type Box, boxAroundPoints } from '../geometry/box.ts';
import { connectorEnds } from '../geometry/connector-ends.ts';
import { elementBox } from '../geometry/element-box.ts';
import { elementsOf, type FieldSource } from './element-map.ts';
import { readElement } from './read-element.ts';

/**
 * Returns the elements of a whiteboard from bottom to top; elements with one index are ordered by id. Reading changes nothing and
 * never throws. Elements of unknown types and elements that lack a value without a default are left out, and so are connectors to an element
 * that is not there. Other values that break the schema are read as their defaults. A frame that is missing or in itself is read as no frame.
 */
export function readElements(doc: Y.Doc): BoardElement[] {
  const elements = new Map<string, BoardElement>();
  for (const [id, map] of elementsOf(doc)) {
    const element = elementId.safeParse(id).success && map instanceof Y.Map ? readElement(id, fieldsOf(map)) : null;
    if (element) elements.set(id, element);
  }
  placeConnectors(elements);
  leaveLostFrames(elements);
  return [...elements.values()].sort(compareOrder);
}

/** Returns the fields of an element at hand: a Y.Map looks for each one. */
function fieldsOf(map: Y.Map<unknown>): FieldSource {
  const fields = new Map<string, unknown>();
  map.forEach((value, key) => {
    fields.set(key, value);
  });
  return fields;
}

/** Compares two elements by their places from bottom to top. */
export function compareOrder(a: { index: string; id: string }, b: { index: string; id: string }): number {
  if (a.index !== b.index) return a.index < b.index ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Gives each connector the box around its ends, and takes out those whose ends are missing. A connector is no end of another one. */
function placeConnectors(elements: Map<string, BoardElement>): void {
  const boxOf = (id: string): Box | undefined => {
    const element = elements.get(id);
    return element && element.type !== 'connector' ? elementBox(element) : undefined;
  };
  for (const element of elements.values()) {
    if (element.type !== 'connector') continue;
    const box = connectorBox(element, boxOf);
    if (box) Object.assign(element, box);
    else elements.delete(element.id);
  }
}

function connectorBox({ from, to }: ElementOf<'connector'>, boxOf: (id: string) => Box | undefined): Box | undefined {
  return boxOfEnds(connectorEnds(from, to, boxOf));
}

function boxOfEnds(ends: ReturnType<typeof connectorEnds>): Box | undefined {
  return ends && boxAroundPoints(ends.map(({ x, y }) => [x, y] as const));
}

function leaveLostFrames(elements: ReadonlyMap<string, BoardElement>): void {
  const frameOf = (id: string | null): string | null => {
    const element = id === null ? undefined : elements.get(id);
    return element?.type === 'frame' ? element.frame_id : null;
  };
  for (const element of elements.values()) {
    if (element.frame_id !== null && elements.get(element.frame_id)?.type !== 'frame') element.frame_id = null;
  }
  const inItself = [...elements.values()].filter((element) => element.type === 'frame' && isAbove(element.id, element.frame_id, frameOf));
  for (const element of inItself) element.frame_id = null;
}

/** Returns true if a frame is the given one or is around it. It looks at each frame once, so a circle of frames ends. */
function isAbove(frame: string, start: string | null, frameOf: (id: string | null) => string | null): boolean {
  const seen = new Set<string>();
  for (let id = start; id !== null && !seen.has(id); id = frameOf(id)) {
    if (id === frame) return true;
    seen.add(id);
  }
  return false;
}
