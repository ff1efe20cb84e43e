import { type CatalogEntry, catalog, publicCatalog } from '@space/contracts/catalog';
import { type Operation, pathParameters, type Route } from '@space/contracts/core';
import type { ApiRequest, ApiResponse, RequestOptions } from '../api-request.ts';

/** An operation of the catalogue that has a route. */
export interface Routed extends CatalogEntry {
  readonly route: Route;
}

const routed = (entries: readonly CatalogEntry[]): Routed[] =>
  entries.flatMap((entry) => (entry.operation.route ? [{ ...entry, route: entry.operation.route }] : []));

/** Everything a Space key can reach over REST, straight from the catalogue: a new operation is tested without an edit. */
export const operations: readonly Routed[] = routed(publicCatalog);

/** What only the operator's token opens. */
export const operatorOperations: readonly Routed[] = routed(catalog.filter(({ operation }) => operation.audience === 'operator'));

/** Operations with an id in their path. */
export const operationsWithId: readonly Routed[] = operations.filter(({ route }) => pathParameters(route.path).length > 0);

/** Operations whose arguments are a JSON body; the others take theirs in the query. */
export const takesBody = ({ route }: Routed): boolean => route.method === 'POST' || route.method === 'PATCH';

/** The input fields of an operation that are not in its path, with their schemas. */
export function fieldsOf({ operation, route }: Routed): [name: string, schema: Operation['input']][] {
  const inPath = pathParameters(route.path);
  return Object.entries(operation.input.shape as Record<string, Operation['input']>).filter(([name]) => !inPath.includes(name));
}

/** Arguments of one call. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The path with its parameters filled in; one that is not given is an id nothing has. */
export const pathOf = ({ route }: Routed, args: Arguments): string =>
  route.path.replace(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String(args[name] ?? (name === 'delivery_id' ? 999_999_999 : 'con_01jd0000000000000000000000'))),
  );

/** Calls an operation as its route says: arguments in the path, then in the query or in the body; `more` goes into the query. */
export function call(
  request: ApiRequest,
  entry: Routed,
  args: Arguments,
  options: RequestOptions = {},
  more: Arguments = {},
): Promise<ApiResponse> {
  const { method, path } = entry.route;
  const inPath = pathParameters(path);
  const rest = Object.entries(args).filter(([name]) => !inPath.includes(name));
  const inBody = takesBody(entry);
  const inQuery = [...(inBody ? [] : rest), ...Object.entries(more)];
  const query = new URLSearchParams(inQuery.map(([name, value]) => [name, queryText(value)]));
  const url = pathOf(entry, args) + (inQuery.length > 0 ? `?${query}` : '');
  return request(method, url, inBody ? { body: Object.fromEntries(rest), ...options } : options);
}

const queryText = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object')
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
