import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { NetworkLimits } from '../admission/network-limits.ts';
import { type AccessToken, accessToken, faultOfAccessToken } from './access-token.ts';
import { createAccessTokenStore } from './access-token-store.ts';
import { type ApiKey, assertActive, bearerToken, hasCredential, hashOfKey, isWellFormedKey, mcpToken, Unauthorized } from './api-key.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';
import { hashOfSecret } from './secret-token.ts';

/** Authenticates requests. Each method throws Unauthorized, or rejects with it. */
export interface Authenticator {
  /** Returns the key in the Bearer header. */
  rest(request: IncomingMessage): ApiKey | Promise<ApiKey>;
  /** Returns the key in the Bearer header or in `x-api-key`. */
  mcp(request: IncomingMessage): ApiKey | Promise<ApiKey>;
  /**
   * Returns the key that the access token in the Bearer header stands for. `resourceMetadata` is the URL that a 401 names, so that
   * the client can get a token.
   */
  accessToken(request: IncomingMessage, resourceMetadata?: string): ApiKey | Promise<ApiKey>;
  /** Returns the key that a person typed. */
  authenticateTypedKey(request: IncomingMessage, text: string): ApiKey | Promise<ApiKey>;
  /** Calls `onChanged` when a key is revoked or changed, or its grant is revoked. Returns the function that ends this. */
  watch(key: Pick<ApiKey, 'caller' | 'client'>, onChanged: () => void): () => void;
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
  /** Ends the subscriptions to broadcasts. */
  close(): void;
}

/** The caller of the operator's operations, who belongs to no Space. */
const OPERATOR: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'operator', name: 'Operator' } };

/**
 * Creates the authenticator. It checks the checksum of a key, then the cache, then Postgres; revocation and expiry on every
 * call.
 */
export function createAuthenticator({ database, bus, clock, config, log }: Ports, networks: NetworkLimits): Authenticator {
  const keys = createKeyStore(database, bus, log);
  const tokens = createAccessTokenStore(database, bus);
  const operatorDigest = config.SPACE_OPERATOR_TOKEN === undefined ? undefined : digest(config.SPACE_OPERATOR_TOKEN);

  function verify(key: ApiKey | undefined): ApiKey {
    if (!key) throw new Unauthorized('unknown');
    const now = clock.now();
    assertActive(key, now);
    keys.recordUse(key.caller.key_id, now);
    return key;
  }

  function findKey(request: IncomingMessage, token: string): ApiKey | Promise<ApiKey> {
    if (!isWellFormedKey(token)) throw new Unauthorized('malformed', token.startsWith(accessToken.prefix) ? TOKEN_AS_KEY : undefined);
    const found = keys.find(hashOfKey(token), () => networks.assertKeyless(request));
    return found instanceof Promise ? found.then(verify) : verify(found);
  }

  function verifyToken(token: AccessToken | undefined): ApiKey {
    if (!token) throw new Unauthorized('unknown', UNKNOWN_TOKEN);
    const now = clock.now();
    const fault = faultOfAccessToken(token, now);
    if (fault) throw new Unauthorized(fault.reason, fault.detail);
    keys.recordUse(token.key.caller.key_id, now);
    return token.key;
  }

  function findByToken(request: IncomingMessage, token: string): ApiKey | Promise<ApiKey> {
    if (!accessToken.isWellFormed(token)) throw new Unauthorized('malformed', isWellFormedKey(token) ? KEY_AS_TOKEN : UNKNOWN_TOKEN);
    const found = tokens.find(hashOfSecret(token), () => networks.assertKeyless(request));
    return found instanceof Promise ? found.then(verifyToken) : verifyToken(found);
  }

  /** Counts a request with a key that is not valid for its network; those without a key are counted by admission. */
  function countInvalid(request: IncomingMessage, error: unknown): never {
    if (error instanceof Unauthorized && error.reason !== 'missing') networks.countKeyless(request);
    throw error;
  }

  function authenticate(
    request: IncomingMessage,
    tokenOf: (request: IncomingMessage) => string,
    find: (request: IncomingMessage, token: string) => ApiKey | Promise<ApiKey> = findKey,
  ): ApiKey | Promise<ApiKey> {
    try {
      const key = find(request, tokenOf(request));
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
    if (isWellFormedKey(token)) return keys.knownSpace(hashOfKey(token));
    if (accessToken.isWellFormed(token)) return tokens.knownSpace(hashOfSecret(token));
    return isOperator(token) ? OPERATOR.space_id : undefined;
  }

  return {
    rest: (request) => authenticate(request, bearerToken),
    mcp: (request) => authenticate(request, mcpToken),
    async accessToken(request, resourceMetadata) {
      try {
        return await authenticate(request, bearerToken, findByToken);
      } catch (error) {
        if (!(error instanceof Unauthorized)) throw error;
        throw new Unauthorized(error.reason, error.reason === 'missing' ? NO_TOKEN : error.message, resourceMetadata);
      }
    },
    authenticateTypedKey: (request, text) => authenticate(request, () => text),
    watch({ caller, client }, onChanged) {
      if (!client) return keys.watch(caller.key_id, onChanged);
      // The store of tokens tells of keys, too: its cache is empty when it does.
      const unwatchKey = tokens.watch(caller.key_id, onChanged);
      const unwatchGrant = tokens.watch(client.grant_id, onChanged);
      return function unwatch() {
        unwatchKey();
        unwatchGrant();
      };
    },
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
    close() {
      keys.close();
      tokens.close();
    },
  };
}

const NO_TOKEN = 'An access token is required; get one by OAuth.';
const UNKNOWN_TOKEN = 'Invalid access token';
const KEY_AS_TOKEN = 'A Space API key is not taken here; send it to /v1/mcp, or get an access token by OAuth.';
const TOKEN_AS_KEY = 'An access token is valid at /v1/mcp/connect only; send a Space API key here.';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
