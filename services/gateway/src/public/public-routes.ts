import { type CatalogEntry, catalog } from '@space/contracts/catalog';
import type { Route } from '@space/contracts/core';
import { type RouteLabel, routeLabels } from '../http/request-context.ts';

/** The operations at one path of the public origin. */
interface PublicPath {
  /** The operations by method. */
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  /** The `Allow` header of a 405. */
  readonly allow: string;
  labelFor(method: string): RouteLabel;
}

/** A path that matches, with the values of its parameters. */
interface PathMatch {
  readonly path: PublicPath;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Returns the match of a path, or undefined. */
export type FindPath = (path: string) => PathMatch | undefined;

interface Pattern {
  readonly segments: readonly string[];
  readonly path: PublicPath;
}

/** Creates the router of the public operations of a catalog. Fixed segments match before parameters. */
export function createPathFinder(entries: readonly CatalogEntry[] = catalog): FindPath {
  const routed = entries.flatMap((entry) =>
    entry.operation.audience === 'public' && entry.operation.route ? [{ entry, route: entry.operation.route }] : [],
  );
  const patterns = [...Map.groupBy(routed, ({ route }) => route.path)]
    .map(([path, operations]): Pattern => ({ segments: path.split('/').slice(1), path: publicPathOf(path, operations) }))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return function findPath(path) {
    const given = path.split('/').slice(1);
    for (const pattern of patterns) {
      const parameters = match(pattern.segments, given);
      if (parameters) return { path: pattern.path, parameters };
    }
    return undefined;
  };
}

function publicPathOf(path: string, routed: readonly { readonly entry: CatalogEntry; readonly route: Route }[]): PublicPath {
  const entries = new Map(routed.map(({ entry, route }) => [route.method, entry]));
  return {
    entries,
    allow: [...entries.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
    labelFor: routeLabels(path),
  };
}

/** Returns a key that sorts parameters after letters. It is compared by code units: a locale would sort `~` before letters. */
const sortKey = ({ segments }: Pattern): string => segments.map((segment) => (segment.startsWith(':') ? '~' : segment)).join('/');

function match(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    if (!segment.startsWith(':')) {
      if (segment !== given[index]) return undefined;
      continue;
    }
    const value = decode(given[index]!);
    // Postgres cannot store a NUL, so no name contains one.
    if (!value || value.includes('\0')) return undefined;
    parameters[segment.slice(1)] = value;
  }
  return parameters;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
