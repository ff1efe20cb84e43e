import type { CommonQueryMethods } from 'slonik';
import { findEdges } from './links.queries.ts';

/** Returns the shortest chain of links of a kind from one task to another, with both; empty without one. */
export async function findChain(tx: CommonQueryMethods, space: string, kind: string, from: string, to: string): Promise<string[]> {
  if (from === to) return [from];
  const edges = await findEdges(tx, space, kind, from, to);
  const next = Map.groupBy(
    edges.filter(({ via }) => via !== null),
    ({ via }) => via!,
  );
  const via = new Map<string, string | null>([[from, null]]);
  const queue = [from];
  for (let id = queue.shift(); id !== undefined && !via.has(to); id = queue.shift())
    for (const { id: other } of next.get(id) ?? [])
      if (!via.has(other)) {
        via.set(other, id);
        queue.push(other);
      }
  const chain: string[] = [];
  if (via.has(to)) for (let id: string | null = to; id !== null; id = via.get(id) ?? null) chain.unshift(id);
  return chain;
}
