import { MAX_FRAME_NESTING } from '@space/contracts/whiteboard-elements';
import { type ImportedBoard, ImportedElements } from '../file/imported-board.ts';
import { isRecord, readJsonObject, readList, textOr, type UnknownRecord } from '../file/read-json.ts';
import { readElement } from './read-element.ts';

const FORMAT = 'an Excalidraw file';

/** The choices of an import. */
export interface ExcalidrawImportOptions {
  /** The assets that exist. An image of a file that this package wrote shows its asset if it is one of them; others are left out. */
  readonly asset_ids?: ReadonlySet<string>;
}

/**
 * Returns the elements of an Excalidraw file, without deleted ones. A text that is bound to a shape or an arrow is its text.
 * Throws a BoardFormatError for another file.
 */
export function readExcalidraw(content: unknown, { asset_ids = new Set() }: ExcalidrawImportOptions = {}): ImportedBoard {
  const scene = readJsonObject(content, FORMAT);
  const present = readList(scene, 'elements', FORMAT).filter(({ isDeleted }) => isDeleted !== true);
  const byId = new Map(present.flatMap((element) => (typeof element.id === 'string' ? [[element.id, element] as const] : [])));
  const labels = labelsOf(present, byId);
  const imported = new ImportedElements();
  const refs = new Map<string, string>();
  const ordered = framesFirst(present, byId).filter((element) => !isLabel(element, labels));
  // Arrows name other elements, so they are read after those.
  for (const { element, place } of ordered
    .map((element, place) => ({ element, place }))
    .toSorted((a, b) => turnOf(a.element) - turnOf(b.element))) {
    const id = textOr(element.id, '');
    const ref = `e${place + 1}`;
    const isTooDeep = depthOf(element, byId) >= MAX_FRAME_NESTING;
    const read = readElement(element, { label: labels.get(id), refs, asset_ids, isTooDeep, warn: (sentence) => imported.warn(sentence) });
    if (read && imported.add(place, { ref, ...read }) && byId.get(id) === element) refs.set(id, ref);
  }
  return imported.board();
}

/** Returns the texts that are bound to elements, by the id of their element. */
function labelsOf(elements: readonly UnknownRecord[], byId: ReadonlyMap<string, UnknownRecord>): Map<string, UnknownRecord> {
  const containers = ['rectangle', 'ellipse', 'diamond', 'arrow'];
  return new Map(
    elements.flatMap((element) => {
      const container = element.type === 'text' && typeof element.containerId === 'string' ? byId.get(element.containerId) : undefined;
      return container && containers.includes(container.type as string) ? [[container.id as string, element] as const] : [];
    }),
  );
}

const isLabel = (element: UnknownRecord, labels: ReadonlyMap<string, UnknownRecord>): boolean =>
  element.type === 'text' && typeof element.containerId === 'string' && labels.get(element.containerId) === element;

/** Returns the elements in their order, but frames first and outer ones before inner ones, since they may cover others. */
function framesFirst(elements: readonly UnknownRecord[], byId: ReadonlyMap<string, UnknownRecord>): UnknownRecord[] {
  const frames = elements.filter(isFrame).map((frame) => ({ frame, depth: depthOf(frame, byId) }));
  return [...frames.toSorted((a, b) => a.depth - b.depth).map(({ frame }) => frame), ...elements.filter((element) => !isFrame(element))];
}

/** Returns the number of frames around an element, at most that of levels that a whiteboard has. */
function depthOf(element: UnknownRecord, byId: ReadonlyMap<string, UnknownRecord>): number {
  let depth = 0;
  for (let frame = byId.get(textOr(element.frameId, '')); frame && depth < MAX_FRAME_NESTING; depth += 1) {
    frame = byId.get(textOr(frame.frameId, ''));
  }
  return depth;
}

/** Returns the turn in which an element is read: arrows last, and those that are bound to others after the rest. */
function turnOf({ type, startBinding, endBinding }: UnknownRecord): number {
  if (type !== 'arrow') return 0;
  return isRecord(startBinding) || isRecord(endBinding) ? 2 : 1;
}

const isFrame = ({ type }: UnknownRecord): boolean => type === 'frame' || type === 'magicframe';
