import type { BoardElement, ConnectorEnd, ElementOf, ElementType } from '@space/contracts/whiteboard-elements';
import { type Box, boxAround } from '../geometry/box.ts';
import { elementBox } from '../geometry/element-box.ts';
import { readingOrder } from './reading-order.ts';

/** All that readers and searches need to know of a whiteboard without drawing it. */
export interface BoardDescription {
  /** The box around all elements; null for an empty whiteboard. */
  readonly bounds: Box | null;
  /** The number of elements of each type that occurs. */
  readonly counts: Readonly<Partial<Record<ElementType, number>>>;
  /** The texts in reading order: a frame with what is in it, then its connectors as `A -> B: label`. */
  readonly text: string;
}

/** Returns the description of the elements of a whiteboard. */
export function describeBoard(elements: readonly BoardElement[]): BoardDescription {
  const counts: Partial<Record<ElementType, number>> = {};
  for (const { type } of elements) counts[type] = (counts[type] ?? 0) + 1;
  return { bounds: boxAround(elements.map(elementBox)), counts, text: boardText(elements) };
}

/** Characters of a text that stand for its element in the line of a connector. */
const NAME_CHARACTERS = 80;

function boardText(elements: readonly BoardElement[]): string {
  const inside = Map.groupBy(elements, ({ frame_id }) => frame_id);
  const known = new Map(elements.map((element) => [element.id, element]));

  function linesOf(frame: string | null, level: number): string[] {
    const members = inside.get(frame) ?? [];
    const connectors = members.filter(isConnector);
    const others = readingOrder(members.filter((element) => !isConnector(element)));
    return [
      ...others.flatMap((element) => [
        ...indent(wordsOf(element), level),
        ...(element.type === 'frame' ? linesOf(element.id, level + 1) : []),
      ]),
      ...connectors.flatMap((connector) => indent(connectorLine(connector, known), level)),
    ];
  }

  return linesOf(null, 0).join('\n');
}

function isConnector(element: BoardElement): element is ElementOf<'connector'> {
  return element.type === 'connector';
}

/** Returns the words of an element. A frame without a title is named, since what is in it follows; an embed without a text by its address. */
function wordsOf(element: BoardElement): string {
  if (element.text !== '') return element.text;
  if (element.type === 'frame') return '(frame)';
  return element.type === 'embed' ? element.address : '';
}

function indent(text: string, level: number): string[] {
  return text.trim() === '' ? [] : text.split('\n').map((line) => '  '.repeat(level) + line);
}

function connectorLine({ from, to, text }: ElementOf<'connector'>, known: ReadonlyMap<string, BoardElement>): string {
  const label = firstLine(text);
  return `${nameOf(from, known)} -> ${nameOf(to, known)}${label === '' ? '' : `: ${label}`}`;
}

function nameOf(end: ConnectorEnd, known: ReadonlyMap<string, BoardElement>): string {
  if (!('element_id' in end)) return '(point)';
  const element = known.get(end.element_id);
  return (element && firstLine(wordsOf(element)).slice(0, NAME_CHARACTERS)) || `(${element?.type ?? 'element'})`;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]!.trim();
}
