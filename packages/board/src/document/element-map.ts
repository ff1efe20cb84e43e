import type { ElementType } from '@space/contracts/whiteboard-elements';
import { ElementType as elementType } from '@space/contracts/whiteboard-elements';
import * as Y from 'yjs';

/** The name of the root type of a whiteboard: a Y.Map from ids to the maps of elements. */
export const ELEMENTS_NAME = 'elements';

/** The root types of a whiteboard by name. */
export const boardRoots = { [ELEMENTS_NAME]: Y.Map };

/** The key of the type of an element in its map. It never changes. */
export const TYPE_KEY = 'type';

/** The key of the text of an element in its map: a Y.Text without formats. */
export const TEXT_KEY = 'text';

/** The fields of one element in the document. */
export type ElementMap = Y.Map<unknown>;

/** The fields of an element, in a document or not yet. */
export type FieldSource = { get(key: string): unknown };

/** Returns the root map of a whiteboard. Its values are maps of elements, unless a writer broke the schema. */
export function elementsOf(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap(ELEMENTS_NAME);
}

/** Returns the map of an element, or undefined if the document does not have it. */
export function findElement(doc: Y.Doc, id: string): ElementMap | undefined {
  const value = elementsOf(doc).get(id);
  return value instanceof Y.Map ? value : undefined;
}

/** Returns the type of an element, or undefined for one of an unknown type. */
export function typeOf(map: FieldSource): ElementType | undefined {
  const { success, data } = elementType.safeParse(map.get(TYPE_KEY));
  return success ? data : undefined;
}

/** Returns the text of an element; an element without one has an empty text. */
export function textOf(map: FieldSource): string {
  const text = map.get(TEXT_KEY);
  return text instanceof Y.Text ? text.toString() : '';
}
