import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { NetworkLimits } from '../admission/network-limits.ts';
import { type ApiKey, assertActive, bearerToken, hasCredential, hashOfKey, isWellFormedKey, mcpToken, Unauthorized } from './api-key.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';

/** Authenticates requests. Each method throws Unauthorized, or rejects with it. */
export interface Authenticator {
  /** Returns the key in the Bearer header. */
  rest(request: IncomingMessage): ApiKey | Promise<ApiKey>;
  /** Returns the key in the Bearer header or in `x-api-key`. */
  mcp(request: IncomingMessage): ApiKey | Promise<ApiKey>;
  /** Returns the operator if the Bearer header holds the operator token. Throws `limited` after too many wrong ones. */
  operator(request: IncomingMessage): Caller;
  /**
   * Returns the Space of the key of a request if that key was valid in the last hour, the Space '' for the operator token, and
   * undefined for any other request. Never throws and never waits.
   */
  knownSpace(request: IncomingMessage): string | undefined;
  /**
   * Counts a request whose key is not checked, such as one for a document, for its network, unless the key is known. Throws
   * `limited`. Requests without a key are counted by admission.
   */
  countUnchecked(request: IncomingMessage): void;
  readonly keys: KeyStore;
}

/** The caller of the operator's operations, who belongs to no Space. */
const OPERATOR: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'operator', name: 'Operator' } };

/**
 * Creates the authenticator. It checks the checksum of a key, then the cache, then Postgres; revocation and expiry on every
 * call.
 */
export function createAuthenticator({ database, bus, clock, config, log }: Ports, networks: NetworkLimits): Authenticator {
  const keys = createKeyStore(database, bus, log);
  const operatorDigest = config.SPACE_OPERATOR_TOKEN === undefined ? undefined : digest(config.SPACE_OPERATOR_TOKEN);

  function verify(key: ApiKey | undefined): ApiKey {
    if (!key) throw new Unauthorized('unknown');
    const now = clock.now();
    assertActive(key, now);
    keys.recordUse(key.caller.key_id, now);
    return key;
  }

  function findKey(request: IncomingMessage, token: string): ApiKey | Promise<ApiKey> {
    if (!isWellFormedKey(token)) throw new Unauthorized('malformed');
    const found = keys.find(hashOfKey(token), () => networks.assertKeyless(request));
    return found instanceof Promise ? found.then(verify) : verify(found);
  }

  /** Counts a request with a key that is not valid for its network; those without a key are counted by admission. */
  function countInvalid(request: IncomingMessage, error: unknown): never {
    if (error instanceof Unauthorized && error.reason !== 'missing') networks.countKeyless(request);
    throw error;
  }

  function authenticate(request: IncomingMessage, tokenOf: (request: IncomingMessage) => string): ApiKey | Promise<ApiKey> {
    try {
      const key = findKey(request, tokenOf(request));
      return key instanceof Promise ? key.catch((error: unknown) => countInvalid(request, error)) : key;
    } catch (error) {
      return countInvalid(request, error);
    }
  }

  // Digests have one length, so that the comparison reveals nothing about the token.
  const isOperator = (token: string): boolean => operatorDigest !== undefined && timingSafeEqual(digest(token), operatorDigest);

  function knownSpace(request: IncomingMessage): string | undefined {
    const { authorization, 'x-api-key': given } = request.headers;
    const token = typeof given === 'string' ? given : authorization?.replace(/^bearer +/i, '');
    if (token === undefined) return undefined;
    return isWellFormedKey(token) ? keys.knownSpace(hashOfKey(token)) : isOperator(token) ? OPERATOR.space_id : undefined;
  }

  return {
    rest: (request) => authenticate(request, bearerToken),
    mcp: (request) => authenticate(request, mcpToken),
    operator(request) {
      networks.assertOperator(request);
      try {
        if (isOperator(bearerToken(request))) return OPERATOR;
        throw new Unauthorized('operator', 'Invalid operator token');
      } catch (error) {
        networks.countWrongOperator(request);
        throw error;
      }
    },
    knownSpace,
    countUnchecked(request) {
      if (hasCredential(request) && knownSpace(request) === undefined) networks.countKeyless(request);
    },
    keys,
  };
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
