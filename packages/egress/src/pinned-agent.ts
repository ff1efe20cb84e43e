import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';

/** Limits of an agent for requests to the outside. */
export interface AgentLimits {
  /** Connections per origin. */
  readonly connections: number;
  /** Time after which an idle connection is closed, in milliseconds. */
  readonly keepAliveMs: number;
  /** Time limit for opening a connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** Time limit for the response headers, and between two parts of the body, in milliseconds; default 300 s each. */
  readonly responseTimeoutMs?: number;
}

const MAX_HEADER_BYTES = 16_384;

/** Creates an agent that connects a host name only to the addresses that `addresses` returns for it; an error of it fails the request. */
export function createPinnedAgent(addresses: (hostname: string) => Promise<string[]>, limits: AgentLimits): Agent {
  const lookup: LookupFunction = (hostname, options, done) => {
    addresses(hostname).then(
      (allowed) => {
        const found = allowed.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        if (options.all) done(null, found);
        else done(null, found[0]!.address, found[0]!.family);
      },
      (error) => done(error, '', 4),
    );
  };
  const { responseTimeoutMs } = limits;
  return new Agent({
    connections: limits.connections,
    pipelining: 1,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: { lookup, timeout: limits.connectTimeoutMs, autoSelectFamily: true },
    ...(responseTimeoutMs === undefined ? {} : { headersTimeout: responseTimeoutMs, bodyTimeout: responseTimeoutMs }),
  });
}
