import { type CatalogEntry, catalog } from '@space/contracts/catalog';
import type { Route } from '@space/contracts/core';
import { type RouteLabel, routeLabels } from '../http/route-label.ts';

/** The operations at one path of the second origin. */
interface PublicPath {
  /** By method. */
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  /** What a 405 says: HEAD is a GET without its body. */
  readonly allow: string;
  labelFor(method: string): RouteLabel;
}

/** A path that was found, with what stands in it. */
interface Found {
  readonly path: PublicPath;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds what is at a path; undefined when there is nothing. */
export type FindPath = (path: string) => Found | undefined;

interface Pattern {
  readonly segments: readonly string[];
  readonly path: PublicPath;
}

/** The paths of the operations that anybody may open, each of them found by its segments: fixed ones before parameters. */
export function publicPaths(entries: readonly CatalogEntry[] = catalog): FindPath {
  const routed = entries.flatMap((entry) =>
    entry.operation.audience === 'public' && entry.operation.route ? [{ entry, route: entry.operation.route }] : [],
  );
  const patterns = [...Map.groupBy(routed, ({ route }) => route.path)]
    .map(([path, here]): Pattern => ({ segments: path.split('/').slice(1), path: pathOf(path, here) }))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return (path) => {
    const given = path.split('/').slice(1);
    for (const pattern of patterns) {
      const parameters = match(pattern.segments, given);
      if (parameters) return { path: pattern.path, parameters };
    }
    return undefined;
  };
}

function pathOf(path: string, routed: readonly { readonly entry: CatalogEntry; readonly route: Route }[]): PublicPath {
  const entries = new Map(routed.map(({ entry, route }) => [route.method, entry]));
  return {
    entries,
    allow: [...entries.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
    labelFor: routeLabels(path),
  };
}

/** Sorts by code units, in which a parameter comes behind every letter; by the rules of a language it would come before them. */
const order = ({ segments }: Pattern): string => segments.map((segment) => (segment.startsWith(':') ? '~' : segment)).join('/');

function match(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    if (!segment.startsWith(':')) {
      if (segment !== given[index]) return undefined;
      continue;
    }
    const value = decoded(given[index]!);
    // Nothing anywhere has a NUL in its name.
    if (!value || value.includes('\0')) return undefined;
    parameters[segment.slice(1)] = value;
  }
  return parameters;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
