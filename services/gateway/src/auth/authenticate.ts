import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import { type ApiKey, assertActive, bearerToken, hashOfKey, isWellFormedKey, mcpToken, Unauthorized } from './api-key.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';

/** Authenticates requests. Each method throws Unauthorized, or rejects with it. */
export interface Authenticator {
  /** Returns the key in the Bearer header. */
  rest(request: IncomingMessage): ApiKey | Promise<ApiKey>;
  /** Returns the key in the Bearer header or in `x-api-key`. */
  mcp(request: IncomingMessage): ApiKey | Promise<ApiKey>;
  /** Returns the operator if the Bearer header holds the operator token. */
  operator(request: IncomingMessage): Caller;
  readonly keys: KeyStore;
}

/** The caller of the operator's operations, who belongs to no Space. */
const OPERATOR: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'operator', name: 'Operator' } };

/**
 * Creates the authenticator. It checks the checksum of a key, then the cache, then Postgres; revocation and expiry on every
 * call.
 */
export function createAuthenticator({ database, bus, clock, config, log }: Ports): Authenticator {
  const keys = createKeyStore(database, bus, log);
  const operatorDigest = config.SPACE_OPERATOR_TOKEN === undefined ? undefined : digest(config.SPACE_OPERATOR_TOKEN);

  function verify(key: ApiKey | undefined): ApiKey {
    if (!key) throw new Unauthorized('unknown');
    const now = clock.now();
    assertActive(key, now);
    keys.recordUse(key.caller.key_id, now);
    return key;
  }

  function findKey(token: string): ApiKey | Promise<ApiKey> {
    if (!isWellFormedKey(token)) throw new Unauthorized('malformed');
    const found = keys.find(hashOfKey(token));
    return found instanceof Promise ? found.then(verify) : verify(found);
  }

  return {
    rest(request) {
      return findKey(bearerToken(request));
    },
    mcp(request) {
      return findKey(mcpToken(request));
    },
    operator(request) {
      const token = digest(bearerToken(request));
      // Digests have one length, so that the comparison reveals nothing about the token.
      if (!operatorDigest || !timingSafeEqual(token, operatorDigest)) throw new Unauthorized('operator', 'Invalid operator token');
      return OPERATOR;
    },
    keys,
  };
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
