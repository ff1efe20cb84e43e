import { type CatalogEntry, catalog, personCatalog, publicCatalog } from '@space/contracts/catalog';
import { type Operation, pathParameters, type Route } from '@space/contracts/core';
import { sharded } from '@space/runtime/testing';
import type { ApiRequest, RequestOptions } from '../api-request.ts';
import type { ApiResponse } from '../api-response.ts';

/** An operation of the catalog with a route. */
export interface Routed extends CatalogEntry {
  readonly route: Route;
}

const routed = (entries: readonly CatalogEntry[]): Routed[] =>
  entries.flatMap((entry) => (entry.operation.route ? [{ ...entry, route: entry.operation.route }] : []));

/** Every operation that a Space key can call over REST. They come from the catalog, so that tests cover new operations. */
export const operations: readonly Routed[] = routed(publicCatalog);

/** Returns the entries of the shard that SPACE_SHARD names; all of them without it. */
export const inShard = <T extends CatalogEntry>(entries: readonly T[]): readonly T[] => sharded(entries, ({ id }) => id);

/**
 * Returns the entries of the shard or, with SPACE_E2E_SAMPLE=1, the first read and the first write of each service. `npm test` runs the derived
 * suites on the standalone profile and as a sample on the cluster profile: the code that they test is the same there, and the sample shows that it
 * is reached through NATS in each service.
 */
export function sampled<T extends CatalogEntry>(entries: readonly T[]): readonly T[] {
  if (process.env.SPACE_E2E_SAMPLE !== '1') return inShard(entries);
  return [...Map.groupBy(entries, sampleKey).values()].map(([first]) => first!);
}

const sampleKey = ({ contract, operation }: CatalogEntry): string =>
  `${contract.service} ${operation.route === undefined || operation.route.method === 'GET' ? 'read' : 'write'}`;

/** Operations about a person who is signed in to the console. */
export const personOperations: readonly Routed[] = routed(personCatalog);

/** Operations that require the operator token. */
export const operatorOperations: readonly Routed[] = routed(catalog.filter(({ operation }) => operation.audience === 'operator'));

/** Operations with an id in their path. */
export const operationsWithId: readonly Routed[] = operations.filter(({ route }) => pathParameters(route.path).length > 0);

/** Returns the arguments with which a read without an id is called: none, or those of its example if it needs some. */
export const readArguments = ({ operation }: Routed): Arguments =>
  operation.input.safeParse({}).success ? {} : ((operation.example ?? {}) as Arguments);

/** Returns true for a list that is read page by page. */
export const isPage = ({ operation }: Routed): boolean => 'has_more' in ((operation.output as { shape?: object }).shape ?? {});

/** Operations whose arguments are a JSON body; the others take theirs in the query. */
export const takesBody = ({ route }: Routed): boolean => route.method === 'POST' || route.method === 'PATCH';

/** Returns the input fields of an operation that are not in its path, with their schemas. */
export function fieldsOf({ operation, route }: Routed): [name: string, schema: Operation['input']][] {
  const inPath = pathParameters(route.path);
  return Object.entries(operation.input.shape as Record<string, Operation['input']>).filter(([name]) => !inPath.includes(name));
}

/** Arguments of one call. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Returns the path with its parameters filled in; a missing one becomes an id that does not exist. */
export const pathOf = ({ route }: Routed, args: Arguments): string =>
  route.path.replace(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String(args[name] ?? (name === 'delivery_id' ? 999_999_999 : 'con_01jd0000000000000000000000'))),
  );

/** Calls an operation by its route: arguments in the path, then in the query or the body; `more` goes into the query. */
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
