import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import { inForce, type SpaceKey, Unauthorized } from './api-key.ts';
import { bearerToken, mcpToken } from './credential.ts';
import { hashOfKey, isWellFormedKey } from './key-format.ts';
import { type KeyCache, keyCache } from './key-store.ts';
import { type KeyUsage, keyUsage } from './key-usage.ts';

/** Who may call. A refusal is an Unauthorized that the caller of these throws on. */
export interface Authenticate {
  /** The key in the Bearer header. */
  rest(request: IncomingMessage): SpaceKey | Promise<SpaceKey>;
  /** The key in the Bearer header or in x-api-key. */
  mcp(request: IncomingMessage): SpaceKey | Promise<SpaceKey>;
  /** Throws unless the Bearer header holds the operator token. */
  operator(request: IncomingMessage): Caller;
  /** When keys were last used. */
  readonly usage: KeyUsage;
  close(): void;
}

/** On whose behalf an operator acts: outside every Space. */
const OPERATOR: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'operator', name: 'Operator' } };

/** Proves keys: the checksum first, then the cache, then Postgres; revocation and expiry on every call. */
export function authentication({ database, bus, clock, config, log }: Ports): Authenticate {
  const cache: KeyCache = keyCache(database, bus);
  const usage = keyUsage(database, log);
  const operatorDigest = config.SPACE_OPERATOR_TOKEN === undefined ? undefined : digest(config.SPACE_OPERATOR_TOKEN);

  const prove = (key: SpaceKey | undefined): SpaceKey => {
    if (!key) throw new Unauthorized('unknown');
    const now = clock.now();
    inForce(key, now);
    usage.note(key.caller.key_id, now);
    return key;
  };

  const find = (token: string): SpaceKey | Promise<SpaceKey> => {
    if (!isWellFormedKey(token)) throw new Unauthorized('malformed');
    const found = cache.find(hashOfKey(token));
    return found instanceof Promise ? found.then(prove) : prove(found);
  };

  return {
    rest: (request) => find(bearerToken(request)),
    mcp: (request) => find(mcpToken(request)),
    operator(request) {
      const token = digest(bearerToken(request));
      // Digests are of one length, so comparing them tells nothing about the token.
      if (!operatorDigest || !timingSafeEqual(token, operatorDigest)) throw new Unauthorized('operator', 'Invalid operator token');
      return OPERATOR;
    },
    usage,
    close: cache.close,
  };
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
