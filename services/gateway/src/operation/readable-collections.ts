import { catalog } from '@space/contracts/catalog';
import type { Operation, Route } from '@space/contracts/core';

/** The paths of collections whose resources can be read by their id. */
const readable: ReadonlySet<string> = new Set(
  catalog.flatMap(({ operation: { route, audience } }) =>
    route?.method === 'GET' && audience === undefined && /\/:\w+$/.test(route.path) ? [route.path.replace(/\/:\w+$/, '')] : [],
  ),
);

/** Returns true if an operation creates a resource whose path is that of the operation with its id, such as `POST /contacts`. */
export const createsReadable = ({ audience }: Operation, { method, path, status }: Route): boolean =>
  method === 'POST' && status === 201 && audience === undefined && readable.has(path);
