import { publicCatalog } from '@space/contracts/catalog';
import { pathParameters } from '@space/contracts/core';

/*
 * Descriptions and errors name routes, because contracts and services do not know over which interface they are called. A model
 * that has tools cannot call a route. Everything that MCP shows therefore passes through `nameTools`.
 */

const ROUTE = /\b(GET|POST|PATCH|DELETE) (?:\/v1)?(\/[\w{}:/-]*[\w}])(?:\?([a-z_]+)=)?/g;

/** A route as a pattern, and the tools that do the same. */
interface NamedRoute {
  readonly method: string;
  readonly pattern: RegExp;
  readonly tools: string;
}

/** Every route with a tool. Those with fewer parameters come first, since `/posts/:id` matches `/posts/planned` too. */
const routes: readonly NamedRoute[] = publicCatalog
  .flatMap(({ operation: { route, tools = [], counterpart } }) => {
    const names = counterpart === undefined ? tools.map(({ name }) => name) : [counterpart];
    return route && names.length > 0 ? [{ ...route, tools: names.join(' or ') }] : [];
  })
  .sort((one, other) => pathParameters(one.path).length - pathParameters(other.path).length)
  .map(({ method, path, tools }) => ({ method, tools, pattern: new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`) }));

/** Returns a text with the name of the tool in place of each REST route that has one. */
export function nameTools(text: string): string {
  return text.replaceAll(ROUTE, (route, method: string, path: string, field: string | undefined) => {
    const found = routes.find((one) => one.method === method && one.pattern.test(path));
    if (!found) return route;
    return field === undefined ? found.tools : `${found.tools} with ${field}`;
  });
}

/** Returns a schema with `nameTools` applied to its descriptions, at any depth. */
export function nameToolsIn<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(nameToolsIn) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      key === 'description' && typeof part === 'string' ? nameTools(part) : nameToolsIn(part),
    ]),
  ) as T;
}
