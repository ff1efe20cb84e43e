import { newElementId } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { BoardWriter, FieldValues } from '../model/board-writer.ts';

/** The mark of a copy of elements on the clipboard. */
const CLIPBOARD_KIND = 'space-whiteboard';

/** Returns elements as the text of a copy. */
export const copyOf = (elements: readonly BoardElement[]): string => JSON.stringify({ kind: CLIPBOARD_KIND, elements });

/** Returns the elements of a copy, or undefined for another text. */
export function readCopy(text: string): readonly BoardElement[] | undefined {
  if (!text.includes(CLIPBOARD_KIND)) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    const { kind, elements } = read as { readonly kind?: unknown; readonly elements?: unknown };
    return kind === CLIPBOARD_KIND && Array.isArray(elements) ? (elements as BoardElement[]) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Adds copies of elements, moved by pixels, and returns their ids. Ends of connectors, frames and groups of the copies are copies, too; a
 * connector to an element that is not copied stays at it if `has` knows that element, and is left out otherwise.
 */
export function addCopies(
  writer: BoardWriter,
  elements: readonly BoardElement[],
  by: number,
  has: (id: string) => boolean,
): readonly string[] {
  const made = new Map<string, string>();
  const groups = new Map<string, string>();
  // A connector comes after the elements at its ends.
  const sorted = [...elements].sort((a, b) => Number(a.type === 'connector') - Number(b.type === 'connector'));
  for (const element of sorted) {
    const fields = copiedFields(element, by, made, groups, has);
    if (fields) made.set(element.id, writer.add({ type: element.type, text: element.text, fields }));
  }
  for (const { id, frame_id } of elements) {
    const [copy, frame] = [made.get(id), frame_id === null ? undefined : made.get(frame_id)];
    if (copy && frame) writer.set(copy, { frame_id: frame });
  }
  return [...made.values()];
}

function copiedFields(
  element: BoardElement,
  by: number,
  made: ReadonlyMap<string, string>,
  groups: Map<string, string>,
  has: (id: string) => boolean,
): FieldValues | undefined {
  const { style, group_id, link, rotation } = element;
  if (group_id !== null && !groups.has(group_id)) groups.set(group_id, newElementId());
  const common = {
    ...Object.fromEntries(Object.entries(style).map(([name, value]) => [`style.${name}`, value])),
    ...(group_id !== null && { group_id: groups.get(group_id) }),
    ...(link !== null && { link }),
  };
  if (element.type === 'connector') {
    const ends = [element.from, element.to].map((end) => {
      if (!('element_id' in end)) return { x: end.x + by, y: end.y + by };
      const element_id = made.get(end.element_id) ?? (has(end.element_id) ? end.element_id : undefined);
      return element_id && { element_id, side: end.side };
    });
    const { route, start_cap, end_cap } = element;
    return ends.every(Boolean) ? { ...common, from: ends[0], to: ends[1], route, start_cap, end_cap } : undefined;
  }
  const place = { x: element.x + by, y: element.y + by, rotation };
  if (element.type === 'line')
    return { ...common, ...place, points: element.points, start_cap: element.start_cap, end_cap: element.end_cap };
  if (element.type === 'freehand') return { ...common, ...place, points: element.points };
  const size = { width: element.width, height: element.height };
  if (element.type === 'image') return { ...common, ...place, ...size, asset_id: element.asset_id };
  if (element.type === 'embed') return { ...common, ...place, ...size, address: element.address };
  return { ...common, ...place, ...size };
}
