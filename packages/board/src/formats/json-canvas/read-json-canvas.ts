import { elementLink, embedAddress } from '@space/contracts/whiteboard-elements';
import { type ImportedBoard, ImportedElements } from '../file/imported-board.ts';
import { readJsonObject, readList, textOr, type UnknownRecord } from '../file/read-json.ts';
import { readCanvasColor } from './colors.ts';

const FORMAT = 'a JSON Canvas file';
const sides = ['top', 'right', 'bottom', 'left'];

/**
 * Returns the elements of a JSON Canvas 1.0 file: cards are rectangles, groups frames, edges connectors. A link to a thing is an
 * embed; another link and a file are rectangles with its address. Throws a BoardFormatError for another file.
 */
export function readJsonCanvas(content: unknown): ImportedBoard {
  const file = readJsonObject(content, FORMAT);
  const nodes = readList(file, 'nodes', FORMAT);
  const edges = readList(file, 'edges', FORMAT);
  const imported = new ImportedElements();
  const refs = new Map<unknown, string>();
  // Groups cover what is below, so they go first.
  const ordered = [...nodes.filter(isGroup), ...nodes.filter((node) => !isGroup(node))];
  for (const [place, node] of ordered.entries()) {
    const ref = `n${place + 1}`;
    if (typeof node.id !== 'string' || refs.has(node.id)) {
      imported.warn('nodes without an id of their own were left out');
      continue;
    }
    const element = elementOf(node, imported);
    if (element && imported.add(place, { ref, ...element })) refs.set(node.id, ref);
  }
  for (const [index, edge] of edges.entries()) addEdge(edge, ordered.length + index, refs, imported);
  return imported.board();
}

const isGroup = (node: UnknownRecord): boolean => node.type === 'group';

function elementOf(node: UnknownRecord, imported: ImportedElements): UnknownRecord | null {
  const { x, y, width, height } = node;
  const place = { x, y, width, height, ...styleOf(node) };
  switch (node.type) {
    case 'text':
      return { type: 'rectangle', ...place, text: textOr(node.text, '') };
    case 'group':
      return { type: 'frame', ...place, text: textOr(node.label, '') };
    case 'link':
      return linkOf(textOr(node.url, ''), place, imported);
    case 'file':
      imported.warn('files are shown by their names; add them as assets');
      return { type: 'rectangle', ...place, text: `${textOr(node.file, '')}${textOr(node.subpath, '')}` };
    default:
      imported.warn(`nodes of type ${JSON.stringify(textOr(node.type, 'unknown').slice(0, 40))} were left out`);
      return null;
  }
}

function linkOf(url: string, place: UnknownRecord, imported: ImportedElements): UnknownRecord {
  if (embedAddress.safeParse(url).success) return { type: 'embed', ...place, address: url };
  const isLink = elementLink.safeParse(url).success;
  if (!isLink) imported.warn('links that are not http, https or mailto are shown as texts');
  return { type: 'rectangle', ...place, text: url, link: isLink ? url : null };
}

function styleOf({ color }: UnknownRecord): UnknownRecord {
  const fill_color = readCanvasColor(color);
  return fill_color === null ? {} : { style: { fill_color } };
}

function addEdge(edge: UnknownRecord, place: number, refs: ReadonlyMap<unknown, string>, imported: ImportedElements): void {
  const [from, to] = [refs.get(edge.fromNode), refs.get(edge.toNode)];
  if (from === undefined || to === undefined) {
    imported.warn('edges without a node at an end were left out');
    return;
  }
  imported.add(place, {
    type: 'connector',
    from: { ref: from, ...sideOf(edge.fromSide) },
    to: { ref: to, ...sideOf(edge.toSide) },
    start_cap: edge.fromEnd === 'arrow' ? 'arrow' : 'none',
    end_cap: edge.toEnd === 'none' ? 'none' : 'arrow',
    text: textOr(edge.label, ''),
  });
}

const sideOf = (side: unknown): UnknownRecord => (sides.includes(side as string) ? { side } : {});
