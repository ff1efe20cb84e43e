/*
 * The parts of the model that an editor in a browser needs: single elements of a live document, their boxes and their defaults.
 */
export { readingOrder } from '../compare/reading-order.ts';
export { ELEMENTS_NAME, elementsOf, findElement } from '../document/element-map.ts';
export { newElementId } from '../document/new-element-id.ts';
export { readElement } from '../document/read-element.ts';
export { compareOrder } from '../document/read-elements.ts';
export { textSize } from '../document/text-size.ts';
export { insertElement, setField } from '../document/write-element.ts';
export { writeText } from '../document/write-text.ts';
export { type Box, boxAround, boxAroundPoints, grow, overlaps } from '../geometry/box.ts';
export { connectorEnds } from '../geometry/connector-ends.ts';
export { elementBox, plainBox } from '../geometry/element-box.ts';
export { DEFAULT_ROUTE, defaultCaps, defaultSizes, defaultStyle, GAP } from '../schema/defaults.ts';
export type { FieldKey } from '../schema/fields.ts';
