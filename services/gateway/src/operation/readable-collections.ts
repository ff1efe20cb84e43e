import { catalog } from '@space/contracts/catalog';
import { type Operation, pathParameters, type Route } from '@space/contracts/core';

/** A collection whose resources its audience can read by their id. */
interface ReadableCollection {
  readonly path: string;
  readonly audience: Operation['audience'];
  readonly resource: Operation['output'];
}

const readable: readonly ReadableCollection[] = catalog.flatMap(({ operation: { route, audience, output } }) =>
  route?.method === 'GET' && /\/:\w+$/.test(route.path) ? [{ path: route.path.replace(/\/:\w+$/, ''), audience, resource: output }] : [],
);

/**
 * Returns the path of the collection in which the resource that an operation creates can be read by its id: that of the operation,
 * such as `POST /contacts`, or the one with the same resource, such as `/social/posts` for a draft. Undefined if there is none that
 * the caller may read: an operator reads with operations of operators only.
 */
export function collectionOfCreated({ audience, output }: Operation, { method, path, status }: Route): string | undefined {
  if (method !== 'POST' || status !== 201) return undefined;
  const known = pathParameters(path);
  const allowed = readable.filter((one) => one.audience === audience);
  const isSame = (one: ReadableCollection) => one.resource === output && pathParameters(one.path).every((name) => known.includes(name));
  return (allowed.find((one) => one.path === path) ?? allowed.find(isSame))?.path;
}
