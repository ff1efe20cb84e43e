import { type Bus, request } from '@space/bus';
import type { Caller, OutputOf } from '@space/contracts/core';
import { keyDirectory, MAX_CACHED } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';

type KeyAuthorization = OutputOf<typeof keyDirectory.operations.introspect>;

/** The time for which an authorization is cached, in milliseconds: a revocation takes effect within it. */
const CACHE_TTL_MS = 1_000;
/** Returns the current scopes of a caller's key, or why it is refused; throws when the gateway does not answer. */
export type KeyAuthorizer = (caller: Caller) => Promise<KeyAuthorization>;

/** Returns an authorizer that asks the gateway, once for all steps of a key that start close together. */
export function createKeyAuthorizer(bus: Pick<Bus, 'request'>): KeyAuthorizer {
  const cache = new LRUCache<string, Promise<KeyAuthorization>>({ max: MAX_CACHED.key_authorizations, ttl: CACHE_TTL_MS });
  return function authorizeKey(caller) {
    const cached = cache.get(caller.key_id);
    if (cached) return cached;
    const context = { caller, request_id: caller.actor.id, trace: {} };
    const authorization = request(bus, context, keyDirectory, 'introspect', { id: caller.key_id });
    cache.set(caller.key_id, authorization);
    authorization.catch(() => cache.delete(caller.key_id));
    return authorization;
  };
}
