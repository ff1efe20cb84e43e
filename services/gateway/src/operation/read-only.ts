import type { Operation } from '@space/contracts/core';

/** Returns true if an operation changes nothing: a GET, or without a route an operation whose scope is for reading. */
export const isReadOnly = ({ route, scope }: Operation): boolean => (route ? route.method === 'GET' : (scope?.endsWith(':read') ?? false));
