import { isIP } from 'node:net';
import { OUTGOING_PORTS, Problem, portList } from '@space/contracts/core';
import type { Agent } from 'undici';
import { type AgentLimits, createPinnedAgent } from './pinned-agent.ts';
import { allowList, isPublicAddress } from './public-address.ts';
import { type Resolve, resolveAddresses } from './resolve.ts';

/** Thrown for a host or URL that may not be connected to. The message never contains the addresses a name resolved to. */
export class BlockedAddressError extends Error {}

/** Time limit for resolving a name while a URL is saved, in milliseconds. */
const VALIDATE_TIMEOUT_MS = 2_000;

/** The guard against server-side request forgery (SSRF): every request to a URL of a user goes through it. */
export interface Egress {
  /**
   * Throws `unsafe_url` unless a URL is well formed, https, and does not resolve to a private address now. A name that
   * does not resolve is accepted, because each request checks again.
   */
  validateUrl(url: string): Promise<void>;
  /** Returns the addresses of a URL's host for a request that follows; throws BlockedAddressError if one of them is not allowed. */
  resolvePublic(url: URL): Promise<string[]>;
  /** Returns the addresses of a host; throws BlockedAddressError if one of them is not allowed. */
  addresses(hostname: string): Promise<string[]>;
  /**
   * Creates an HTTP agent that connects only to addresses that `addresses` returned for this very connection, so a name
   * that resolves differently a moment later gains nothing (DNS rebinding). It follows no redirects. An IP address in a
   * URL is not looked up: call `resolvePublic` before each request.
   */
  agent(limits: AgentLimits): Agent;
}

const internalNames = /(^|\.)(localhost|local|internal|intranet|lan|svc|cluster|home\.arpa|localdomain|corp|home|test|invalid)$/;
const HTTPS_PORT = 443;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const unprintable = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/;

/** The settings of the guard. */
export interface EgressSettings {
  /** CIDRs that may be reached although they are not public, on any port, for development. */
  readonly SPACE_WEBHOOK_ALLOW?: string | undefined;
  /** The ports that may be reached at public addresses; default OUTGOING_PORTS. */
  readonly SPACE_WEBHOOK_PORTS?: string | undefined;
}

/** Creates the guard of this deployment: public addresses at the ports of SPACE_WEBHOOK_PORTS, and SPACE_WEBHOOK_ALLOW. */
export function createEgress(settings: EgressSettings, resolve: Resolve = resolveAddresses): Egress {
  const isAllowed = allowList(settings.SPACE_WEBHOOK_ALLOW);
  const ports = settings.SPACE_WEBHOOK_PORTS ?? OUTGOING_PORTS.join(',');
  const isOpenPort = portList(ports);
  const isReachable = (address: string): boolean => isPublicAddress(address) || isAllowed(address);
  const resolved = (hostname: string): Promise<string[]> => (isIP(hostname) ? Promise.resolve([hostname]) : resolve(hostname));

  async function addresses(hostname: string): Promise<string[]> {
    const found = await resolved(bare(hostname));
    if (found.length === 0 || !found.every(isReachable)) throw new BlockedAddressError('The address is not public.');
    return found;
  }

  return {
    addresses,
    agent: (limits) => createPinnedAgent(addresses, limits),

    async resolvePublic(url) {
      const found = await resolved(bare(url.hostname));
      if (found.length === 0 || faultOf(url, found)) throw new BlockedAddressError('The address is not public.');
      return found;
    },

    async validateUrl(text) {
      const url = wellFormed(text);
      // A name that does not resolve now may resolve later; every request checks again.
      const fault = faultOf(url, await within(VALIDATE_TIMEOUT_MS, resolved(bare(url.hostname))).catch(() => []));
      if (fault) throw unsafe(fault);
    },
  };

  /** Returns the reason why a URL whose host has these addresses is not allowed, or undefined. */
  function faultOf(url: URL, found: readonly string[]): string | undefined {
    const host = bare(url.hostname);
    const isOpened = found.length > 0 && found.every(isAllowed);
    if (url.protocol !== 'https:' && !(isOpened && url.protocol === 'http:')) return 'must start with https://';
    if (isOpened) return undefined;
    if (!isOpenPort(Number(url.port || HTTPS_PORT))) return `uses a port that may not be used; use ${ports.replace(/\s*,\s*/g, ', ')}`;
    const name = host.replace(/\.$/, '');
    if (!isIP(host) && (!name.includes('.') || internalNames.test(name))) return 'names a host that is not on the internet';
    return found.every(isReachable) ? undefined : 'points to a private or internal address';
  }
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Rejects if the work takes longer than the limit. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The host name did not resolve in time.')), milliseconds);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function wellFormed(text: string): URL {
  // The URL parser drops tabs and turns backslashes into slashes, so such a URL would not mean what its text says.
  if (unprintable.test(text)) throw unsafe('contains spaces, control characters or backslashes');
  const url = URL.parse(text);
  if (!url || !/^https?:\/\/[^/]/i.test(text)) throw unsafe('is not an absolute https address');
  if (url.username || url.password) throw unsafe('must not contain a user name or password');
  return url;
}

const unsafe = (reason: string): Problem =>
  new Problem('unsafe_url', `The URL ${reason}. Use an https address that is reachable from the internet.`, {
    errors: [{ path: 'url', code: 'unsafe_url', message: reason }],
  });
