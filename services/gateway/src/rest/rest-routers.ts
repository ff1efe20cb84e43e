import { type CatalogEntry, catalog } from '@space/contracts/catalog';
import type { Route } from '@space/contracts/core';
import { Router } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { countUnchecked } from '../http/count-unchecked.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { createRestOperation } from './rest-operation.ts';

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
  const routed = catalog
    .filter(({ operation: { audience } }) => audience === undefined || (audience === 'operator' && hasOperator))
    .flatMap((entry): RoutedOperation[] => (entry.operation.route ? [{ entry, route: entry.operation.route }] : []));
  return new Map(
    [...Map.groupBy(routed, ({ route }) => route.path.split('/')[1]!)].map(([segment, group]) => [segment, createRouter(group, gateway)]),
  );
}

function createRouter(group: readonly RoutedOperation[], gateway: Gateway): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const paths = [...Map.groupBy(group, ({ route }) => route.path)].sort(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1));
  for (const [path, operations] of paths) {
    const expressRoute = router.route(`/v1${path}`);
    for (const { entry, route } of operations) expressRoute[verbs[route.method]](createRestOperation(entry, route, gateway));
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
