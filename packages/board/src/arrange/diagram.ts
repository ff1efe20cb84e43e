import { type BoardElement, MAX_ELEMENT_SIZE, type NewElement } from '@space/contracts/whiteboard-elements';
import type { DiagramEdge, DiagramNode } from '@space/contracts/whiteboards';
import type { z } from 'zod';
import { changeBoard } from '../changes/change-board.ts';
import { addElements, type CreateOptions } from '../changes/create-elements.ts';
import { textSize, wrappedHeight } from '../document/text-size.ts';
import type { Place } from '../geometry/connector-ends.ts';
import { elementBox } from '../geometry/element-box.ts';
import { placeNextTo } from '../geometry/free-place.ts';
import type { Size } from '../geometry/pack-rows.ts';
import { BoardError } from '../schema/board-error.ts';
import { defaultStyle, GAP } from '../schema/defaults.ts';
import { type Direction, type Layout, layeredLayout } from './layered-layout.ts';

/** A diagram as callers give it: edges lead from node to node in a direction, and the title is that of the frame. */
export interface Diagram {
  readonly title: string;
  readonly nodes: readonly z.output<typeof DiagramNode>[];
  readonly edges: readonly z.output<typeof DiagramEdge>[];
  readonly direction: Direction;
}

/** The elements of a new diagram, and the Yjs update that adds them. */
export interface CreatedDiagram {
  readonly update: Uint8Array | null;
  readonly frame: BoardElement;
  /** In the order of the nodes. */
  readonly nodes: readonly BoardElement[];
  /** In the order of the edges. */
  readonly connectors: readonly BoardElement[];
}

/** The ref of the frame: no node can have it, since it is longer than those of callers. */
const FRAME_REF = 'frame'.padEnd(65, '_');

/**
 * Adds a diagram to a whiteboard: a frame with the nodes in layers along the edges, and their connectors. It covers nothing that is there.
 * Throws `invalid` for a ref that two nodes have, `unknown_element` with the index of an edge whose node is missing, and `too_large`.
 */
export function addDiagram(state: Uint8Array, diagram: Diagram, options: CreateOptions = {}): CreatedDiagram {
  const layout = layOut(diagram);
  const size = { width: layout.width + 2 * GAP, height: layout.height + 2 * GAP };
  if (Math.max(size.width, size.height) > MAX_ELEMENT_SIZE) {
    throw new BoardError('too_large', 'The diagram is too large for one frame; shorten the labels or make several diagrams.');
  }
  const { update, after, result } = changeBoard(state, function addAll(board) {
    const others = board.before.filter(({ type }) => type !== 'connector').map(elementBox);
    return addElements(board, newElements(diagram, layout, size, placeNextTo(others, size, GAP)), options);
  });
  const [frame, ...elements] = result.map((id) => after.get(id)!);
  return { update, frame: frame!, nodes: elements.slice(0, diagram.nodes.length), connectors: elements.slice(diagram.nodes.length) };
}

function layOut({ nodes, edges, direction }: Diagram): Layout {
  const sizes = new Map<string, Size>();
  for (const [index, node] of nodes.entries()) {
    if (sizes.has(node.ref))
      throw new BoardError('invalid', `Two nodes have the ref \`${node.ref}\`; choose another one.`, { index, field: 'ref' });
    sizes.set(node.ref, nodeSize(node));
  }
  for (const [index, edge] of edges.entries()) {
    for (const field of ['from', 'to'] as const) {
      if (sizes.has(edge[field])) continue;
      throw new BoardError('unknown_element', `No node has the ref \`${edge[field]}\`, which \`${field}\` of an edge names.`, {
        index,
        field,
      });
    }
  }
  const fontSize = defaultStyle('connector').font_size;
  const labelled = edges.map(({ from, to, label }) => ({ from, to, ...(label ? { label: textSize(label, fontSize) } : {}) }));
  return layeredLayout(sizes, labelled, { direction, gap: GAP });
}

/** The width of the text of a node, least and most, and the room around the text. */
const textWidth = { least: 80, most: 240 };
const PADDING = 20;

/** The parts of the width and height of a shape that a text in it can have. */
const textPart = { rectangle: 1, sticky: 1, ellipse: 0.7, diamond: 0.5 } as const;

function nodeSize({ label, shape }: Diagram['nodes'][number]): Size {
  const fontSize = defaultStyle(shape).font_size;
  const width = Math.min(textWidth.most, Math.max(textWidth.least, textSize(label, fontSize).width));
  const part = textPart[shape];
  return {
    width: Math.ceil((width + 2 * PADDING) / part),
    height: Math.ceil((wrappedHeight(label, fontSize, width) + 2 * PADDING) / part),
  };
}

function newElements({ nodes, edges, title }: Diagram, layout: Layout, size: Size, start: Place): NewElement[] {
  const end = (ref: string) => ({ ref, side: 'auto' }) as const;
  return [
    { type: 'frame', ref: FRAME_REF, text: title, ...start, ...size },
    ...nodes.map((node): NewElement => {
      const { x, y } = layout.places.get(node.ref)!;
      const place = { x: start.x + GAP + x, y: start.y + GAP + y };
      return { type: node.shape, ref: node.ref, frame_ref: FRAME_REF, text: node.label, ...place, ...nodeSize(node) };
    }),
    ...edges.map(
      ({ from, to, label }): NewElement => ({ type: 'connector', frame_ref: FRAME_REF, from: end(from), to: end(to), text: label }),
    ),
  ];
}
