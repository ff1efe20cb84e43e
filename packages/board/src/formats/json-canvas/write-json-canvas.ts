import type { BoardElement, ElementOf } from '@space/contracts/whiteboard-elements';
import { bottomToTop } from '../../picture/select-elements.ts';
import { writeCanvasColor } from './colors.ts';

/** A JSON Canvas 1.0 file. */
export interface JsonCanvas {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly edges: readonly Readonly<Record<string, unknown>>[];
}

/** The choices of an export. */
export interface JsonCanvasOptions {
  /** File names of pictures by asset_id. */
  readonly files?: ReadonlyMap<string, string>;
}

/**
 * Returns the elements as JSON Canvas 1.0: shapes are cards of text, frames groups, images files, embeds links, connectors edges.
 * Lines, drawings and connectors with a free end have no form there, and warnings count them.
 */
export function writeJsonCanvas(
  elements: readonly BoardElement[],
  { files = new Map<string, string>() }: JsonCanvasOptions = {},
): { canvas: JsonCanvas; warnings: string[] } {
  const ordered = bottomToTop(elements);
  const nodes = ordered.map((element) => nodeOf(element, files)).filter((node) => node !== null);
  const ids = new Set<string>(nodes.map(({ id }) => id));
  const connectors = ordered.filter((element) => element.type === 'connector');
  const edges = connectors.map((connector) => edgeOf(connector, ids)).filter((edge) => edge !== null);
  const lost = ordered.length - nodes.length - edges.length;
  return {
    canvas: { nodes, edges },
    warnings: lost === 0 ? [] : [`${lost}: lines, drawings and connectors with a free end were left out; JSON Canvas has no form for them`],
  };
}

function nodeOf(element: BoardElement, files: ReadonlyMap<string, string>): { id: string; [field: string]: unknown } | null {
  const { id, text, link, style } = element;
  const fill = style.fill_color === null ? {} : { color: writeCanvasColor(style.fill_color) };
  const place = {
    x: Math.round(element.x),
    y: Math.round(element.y),
    width: Math.round(element.width),
    height: Math.round(element.height),
    ...fill,
  };
  switch (element.type) {
    case 'connector':
    case 'line':
    case 'freehand':
      return null;
    case 'frame':
      return { id, type: 'group', ...place, ...(text === '' ? {} : { label: text }) };
    case 'image':
      return { id, type: 'file', ...place, file: files.get(element.asset_id) ?? element.asset_id };
    case 'embed':
      return { id, type: 'link', ...place, url: element.address };
    default:
      return link !== null && link === text ? { id, type: 'link', ...place, url: link } : { id, type: 'text', ...place, text };
  }
}

function edgeOf(connector: ElementOf<'connector'>, ids: ReadonlySet<string>): Readonly<Record<string, unknown>> | null {
  const { id, from, to, start_cap, end_cap, text } = connector;
  if (!('element_id' in from && 'element_id' in to)) return null;
  if (!ids.has(from.element_id) || !ids.has(to.element_id)) return null;
  return {
    id,
    fromNode: from.element_id,
    ...(from.side === 'auto' ? {} : { fromSide: from.side }),
    fromEnd: start_cap === 'none' ? 'none' : 'arrow',
    toNode: to.element_id,
    ...(to.side === 'auto' ? {} : { toSide: to.side }),
    toEnd: end_cap === 'none' ? 'none' : 'arrow',
    ...(text === '' ? {} : { label: text }),
  };
}
