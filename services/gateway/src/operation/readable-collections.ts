import { catalog } from '@space/contracts/catalog';
import { type Operation, pathParameters, type Route } from '@space/contracts/core';

/** A collection whose resources can be read by their id. */
interface ReadableCollection {
  readonly path: string;
  readonly resource: Operation['output'];
}

const readable: readonly ReadableCollection[] = catalog.flatMap(({ operation: { route, audience, output } }) =>
  route?.method === 'GET' && audience === undefined && /\/:\w+$/.test(route.path)
    ? [{ path: route.path.replace(/\/:\w+$/, ''), resource: output }]
    : [],
);

/**
 * Returns the path of the collection in which the resource that an operation creates can be read by its id: that of the operation,
 * such as `POST /contacts`, or the one with the same resource, such as `/social/posts` for a draft. Undefined if there is none.
 */
export function collectionOfCreated({ audience, output }: Operation, { method, path, status }: Route): string | undefined {
  if (method !== 'POST' || status !== 201 || audience !== undefined) return undefined;
  const known = pathParameters(path);
  const isSame = (one: ReadableCollection) => one.resource === output && pathParameters(one.path).every((name) => known.includes(name));
  return (readable.find((one) => one.path === path) ?? readable.find(isSame))?.path;
}
