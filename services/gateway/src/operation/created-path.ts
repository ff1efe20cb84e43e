import { type CatalogEntry, catalog } from '@space/contracts/catalog';
import type { Route } from '@space/contracts/core';

/** The paths of reads that end in a parameter, by the path without it. */
const reads: ReadonlyMap<string, string> = new Map(
  catalog.flatMap(({ operation: { route, audience } }) =>
    route?.method === 'GET' && audience === undefined && /\/:\w+$/.test(route.path)
      ? [[route.path.replace(/\/:\w+$/, ''), route.path] as const]
      : [],
  ),
);

/** Returns the path of the read of what an operation creates, such as `/contacts/:id` for `POST /contacts`; undefined when there is none. */
export const createdPath = (
  { operation: { audience } }: Pick<CatalogEntry, 'operation'>,
  { method, path, status }: Route,
): string | undefined => (method === 'POST' && status === 201 && audience === undefined ? reads.get(path) : undefined);
