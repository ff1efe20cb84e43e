import { Graph, layout } from '@dagrejs/dagre';
import type { Place } from '../geometry/connector-ends.ts';
import type { Size } from '../geometry/pack-rows.ts';

/** The direction in which connectors lead. */
export type Direction = 'down' | 'right' | 'up' | 'left';

/** A connection between two nodes by their keys, with the size of its label. */
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: Size;
}

/** The upper left corners of nodes by their keys, and the size of the whole. */
export interface Layout extends Size {
  readonly places: ReadonlyMap<string, Place>;
}

const rankDirections = { down: 'TB', right: 'LR', up: 'BT', left: 'RL' } as const;

/** Returns places of nodes in layers along their connections, without overlap. `gap` is the distance between nodes of one layer. */
export function layeredLayout(
  nodes: ReadonlyMap<string, Size>,
  edges: readonly LayoutEdge[],
  { direction, gap }: { readonly direction: Direction; readonly gap: number },
): Layout {
  const graph = new Graph({ multigraph: true });
  // A gap of some pixels, so that rounded places overlap nowhere.
  const nodesep = Math.max(gap, 2);
  graph.setGraph({ rankdir: rankDirections[direction], nodesep, edgesep: nodesep / 2, ranksep: 2 * nodesep });
  for (const [key, { width, height }] of nodes) graph.setNode(key, { width, height });
  for (const [at, { from, to, label }] of edges.entries()) {
    // A connection of a node to itself takes no room.
    if (from !== to) graph.setEdge(from, to, { width: label?.width ?? 0, height: label?.height ?? 0, labelpos: 'c' }, String(at));
  }
  layout(graph);
  const corners = [...nodes].map(([key, { width, height }]) => {
    const { x, y } = graph.node(key) as Place;
    return [key, { x: x - width / 2, y: y - height / 2 }] as const;
  });
  const left = Math.min(0, ...corners.map(([, { x }]) => x));
  const top = Math.min(0, ...corners.map(([, { y }]) => y));
  const places = new Map(corners.map(([key, { x, y }]) => [key, { x: Math.round(x - left), y: Math.round(y - top) }]));
  const sizeOf = (side: 'width' | 'height', axis: 'x' | 'y') =>
    Math.max(0, ...[...places].map(([key, place]) => place[axis] + nodes.get(key)![side]));
  return { places, width: sizeOf('width', 'x'), height: sizeOf('height', 'y') };
}
