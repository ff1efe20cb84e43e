import { type CatalogEntry, catalog } from '@space/contracts/catalog';
import type { Route } from '@space/contracts/core';
import { Router } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { otherMethods } from '../http/method-not-allowed.ts';
import { restOperation } from './rest-operation.ts';

interface Routed {
  readonly entry: CatalogEntry;
  readonly route: Route;
}

/**
 * One express route for each operation of the catalogue that has one, in routers by the first segment behind `/v1/`,
 * so that a request is compared with the paths of its own domain only. Operator operations are there only when an
 * operator token is configured.
 */
export function restRouters(gateway: Gateway): ReadonlyMap<string, Router> {
  const routed = catalog
    .filter(
      ({ operation: { audience } }) =>
        audience === undefined || (audience === 'operator' && gateway.ports.config.SPACE_OPERATOR_TOKEN !== undefined),
    )
    .flatMap((entry): Routed[] => (entry.operation.route ? [{ entry, route: entry.operation.route }] : []));
  return new Map(
    [...Map.groupBy(routed, ({ route }) => route.path.split('/')[1]!)].map(([segment, group]) => [segment, routerOf(group, gateway)]),
  );
}

function routerOf(group: readonly Routed[], gateway: Gateway): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const paths = [...Map.groupBy(group, ({ route }) => route.path)].sort(([a], [b]) => (order(a) < order(b) ? -1 : 1));
  for (const [path, operations] of paths) {
    const here = router.route(`/v1${path}`);
    for (const { entry, route } of operations) here[verbs[route.method]](restOperation(entry, route, gateway));
    here.all(
      otherMethods(
        `/v1${path}`,
        operations.map(({ route }) => route.method),
        gateway,
      ),
    );
  }
  return router;
}

const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** Fixed segments before parameters, so that `/rows/bulk` is not taken for a row: `~` stands behind every letter. */
const order = (path: string): string => path.replaceAll(/:\w+/g, '~');
