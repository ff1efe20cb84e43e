import type { ElementType } from '@space/contracts/whiteboard-elements';

/** The tools of the toolbar. */
export type Tool =
  | 'select'
  | 'hand'
  | 'sticky'
  | 'rectangle'
  | 'ellipse'
  | 'diamond'
  | 'text'
  | 'line'
  | 'connector'
  | 'freehand'
  | 'frame';

/** The key and the word of each tool. */
export const tools: readonly (readonly [tool: Tool, key: string, label: string])[] = [
  ['select', 'v', 'Select'],
  ['hand', 'h', 'Move the view'],
  ['sticky', 's', 'Sticky note'],
  ['text', 't', 'Text'],
  ['rectangle', 'r', 'Rectangle'],
  ['ellipse', 'o', 'Ellipse'],
  ['diamond', 'd', 'Diamond'],
  ['connector', 'c', 'Connector'],
  ['line', 'l', 'Line'],
  ['freehand', 'p', 'Freehand'],
  ['frame', 'f', 'Frame'],
];

/** Returns the tool of a key. */
export const toolOfKey = (key: string): Tool | undefined => tools.find(([, own]) => own === key.toLowerCase())?.[0];

/** Words of the types of elements. */
export const typeWords: Readonly<Record<ElementType, string>> = {
  sticky: 'Sticky note',
  rectangle: 'Rectangle',
  ellipse: 'Ellipse',
  diamond: 'Diamond',
  text: 'Text',
  line: 'Line',
  connector: 'Connector',
  freehand: 'Drawing',
  image: 'Picture',
  frame: 'Frame',
  embed: 'Card',
};
