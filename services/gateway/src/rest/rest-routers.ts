import { type CatalogEntry, catalog } from '@space/contracts/catalog';
import { consolePath, type Operation, type Route } from '@space/contracts/core';
import { Router } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { countUnchecked } from '../http/count-unchecked.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { createRestOperation, type RestOrigin } from './rest-operation.ts';

interface RoutedOperation {
  readonly entry: CatalogEntry;
  readonly route: Route;
}

/**
 * Returns the routers of the REST API by the first segment after `/v1/`, so that a request is compared with the paths of
 * its own domain only. Each operation of the catalog with a route has one express route; operations of the operator exist
 * only when an operator token is configured.
 */
export function restRouters(gateway: Gateway): ReadonlyMap<string, Router> {
  const hasOperator = gateway.ports.config.SPACE_OPERATOR_TOKEN !== undefined;
  return createRouters(
    routedOperations(({ audience }) => audience === undefined || (audience === 'operator' && hasOperator)),
    gateway,
    'api',
  );
}

/**
 * Returns the routers of the console, by the first segment after `/v1/`. Below the path of a Space a person reaches the operations of a key,
 * and the settings of the Space that have a role; without a Space, those about the person.
 */
export function consoleRouters(gateway: Gateway): {
  readonly space: ReadonlyMap<string, Router>;
  readonly person: ReadonlyMap<string, Router>;
} {
  const ofSpace = routedOperations(({ audience, role }) => audience === undefined || (audience === 'operator' && role !== undefined));
  return {
    space: createRouters(ofSpace, gateway, 'console'),
    person: createRouters(
      routedOperations(({ audience }) => audience === 'person'),
      gateway,
      'console',
    ),
  };
}

const routedOperations = (isServed: (operation: Operation) => boolean): RoutedOperation[] =>
  catalog.flatMap((entry): RoutedOperation[] =>
    entry.operation.route && isServed(entry.operation) ? [{ entry, route: entry.operation.route }] : [],
  );

function createRouters(routed: readonly RoutedOperation[], gateway: Gateway, origin: RestOrigin): ReadonlyMap<string, Router> {
  const served =
    origin === 'api'
      ? routed
      : routed.map(({ entry, route }) => ({ entry, route: { ...route, path: consolePath(entry.operation, route) } }));
  return new Map(
    [...Map.groupBy(served, ({ route }) => route.path.split('/')[1]!)].map(([segment, group]) => [
      segment,
      createRouter(group, gateway, origin),
    ]),
  );
}

function createRouter(group: readonly RoutedOperation[], gateway: Gateway, origin: RestOrigin): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const paths = [...Map.groupBy(group, ({ route }) => route.path)].sort(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1));
  for (const [path, operations] of paths) {
    const expressRoute = router.route(`/v1${path}`);
    for (const { entry, route } of operations) expressRoute[verbs[route.method]](createRestOperation(entry, route, gateway, origin));
    const methods = operations.map(({ route }) => route.method);
    expressRoute.all(countUnchecked(gateway), methodNotAllowed(`/v1${path}`, methods, gateway));
  }
  return router;
}

const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/**
 * Returns a key that sorts fixed segments before parameters, so that `/rows/bulk` does not match `/rows/:id`: `~` sorts after
 * letters.
 */
const sortKey = (path: string): string => path.replaceAll(/:\w+/g, '~');
