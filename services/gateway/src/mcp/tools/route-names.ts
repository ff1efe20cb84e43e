import { publicCatalog } from '@space/contracts/catalog';
import { pathParameters } from '@space/contracts/core';

/*
 * Descriptions and errors name routes, because contracts and services do not know over which interface they are called. A model
 * that has tools cannot call a route. Everything that MCP shows therefore passes through `nameTools`.
 */

const ROUTE = /\b(GET|POST|PATCH|DELETE) (?:\/v1)?(…?\/[\w{}:/…-]*[\w}])(?:\?([a-z_]+)=)?/g;

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

/** Returns a text with the name of the tool in place of each REST route that has one. `…` is the beginning of any route. */
export function nameTools(text: string): string {
  return text.replaceAll(ROUTE, (route, method: string, path: string, field: string | undefined) => {
    const [start, ...named] = path.split('/');
    const found = routes.find(
      (one) => one.method === method && isPath(named, start === '…' ? one.segments.slice(-named.length) : one.segments),
    );
    if (!found) return route;
    return field === undefined ? found.tools : `${found.tools} with ${field}`;
  });
}

/** Returns true if the segments of a path fit those of a route. */
const isPath = (named: readonly string[], segments: readonly string[]): boolean =>
  named.length === segments.length && segments.every((segment, n) => segment.startsWith(':') || segment === named[n]);

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
