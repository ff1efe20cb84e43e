import { publicCatalog } from '@space/contracts/catalog';
import { pathParameters } from '@space/contracts/core';

/*
 * Descriptions and errors name routes, because contracts and services do not know over which interface they are called. A model
 * that has tools cannot call a route. Everything that MCP shows therefore passes through `nameTools`.
 */

const ROUTE = /\b(GET|POST|PATCH|DELETE) (?:\/v1)?(…?)(\/[\w{}:/…-]*[\w}])(\?[a-z_]+=[^\s`"')]*)?/g;

/** A route by its segments, and the tools that do the same. */
interface NamedRoute {
  readonly method: string;
  readonly segments: readonly string[];
  readonly tools: string;
}

/** Every route with a tool. Those with fewer parameters come first, since `/posts/:id` matches `/posts/planned` too. */
const routes: readonly NamedRoute[] = publicCatalog
  .flatMap(({ operation: { route, tools = [], counterpart } }) => {
    const names = counterpart === undefined ? tools.map(({ name }) => name) : [counterpart];
    return route && names.length > 0 ? [{ ...route, tools: names.join(' or ') }] : [];
  })
  .sort((one, other) => pathParameters(one.path).length - pathParameters(other.path).length)
  .map(({ method, path, tools }) => ({ method, tools, segments: path.split('/').slice(1) }));

/**
 * Returns a text with the name of the tool in place of each REST route that has one. `…` is the beginning of any route; a route of
 * which several tools have the end stays.
 */
export function nameTools(text: string): string {
  return text.replaceAll(ROUTE, (route, method: string, start: string, path: string, query: string | undefined) => {
    const named = path.split('/').slice(1);
    const found = start === '' ? routeOf(method, named) : routeByEnd(method, named);
    if (!found) return route;
    return query === undefined ? found.tools : `${found.tools} with ${parametersOf(query)}`;
  });
}

/** Returns the route of a path, in which an id or the name of a parameter stands for a parameter. */
const routeOf = (method: string, named: readonly string[]): NamedRoute | undefined =>
  routes.find(
    (one) =>
      one.method === method &&
      one.segments.length === named.length &&
      one.segments.every((segment, n) => segment.startsWith(':') || segment === named[n]),
  );

/** A segment that is the name of a parameter, an id or a number. */
const PARAMETER = /[{…\d]/;

/** Returns the route that ends with a path; undefined if routes of several tools do. */
function routeByEnd(method: string, named: readonly string[]): NamedRoute | undefined {
  const ending = routes.filter((one) => {
    const end = one.segments.slice(-named.length);
    const isEnd = end.every((segment, n) => (segment.startsWith(':') ? PARAMETER.test(named[n]!) : segment === named[n]));
    return one.method === method && end.length === named.length && isEnd;
  });
  return new Set(ending.map(({ tools }) => tools)).size === 1 ? ending[0] : undefined;
}

/** Returns the parameters of a query as words: `?limit=5&search=` is "limit 5, search". */
const parametersOf = (query: string): string =>
  query
    .slice(1)
    .split('&')
    .map((one) => one.replace(/=(?=.)/, ' ').replace(/=$/, ''))
    .join(', ');

/** Returns a description of an operation for agents: with tools instead of routes, and without the sentences about REST alone. */
export const describeForAgents = (description: string): string => nameTools(description.replaceAll(/ ?\bOver REST [^.]*\./g, ''));

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
