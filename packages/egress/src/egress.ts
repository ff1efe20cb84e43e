import { isIP } from 'node:net';
import { Problem } from '@space/contracts/core';
import { allowList, isPublicAddress } from './public-address.ts';
import { type Resolve, resolveAddresses } from './resolve.ts';

/** An address that must not be reached; the message never says what a name resolved to. */
export class BlockedAddressError extends Error {}

/** How long a name may take to resolve while a webhook is saved, in milliseconds. */
const VALIDATE_TIMEOUT_MS = 2_000;

/** Decides which addresses may be reached from here (spec, Webhooks 1). */
export interface Egress {
  /** Refuses a URL with `unsafe_url` unless it is https, well formed and public, as far as can be told now. */
  validateUrl(url: string): Promise<void>;
  /** Judges a URL again before it is used, with the addresses its host has now; throws UnsafeAddress. */
  resolvePublic(url: URL): Promise<string[]>;
  /** The addresses of a host, all of them allowed, to connect to and to nothing else; throws UnsafeAddress. */
  addresses(hostname: string): Promise<string[]>;
}

const internalNames = /(^|\.)(localhost|local|internal|intranet|lan|svc|cluster|home\.arpa|localdomain|corp|home|test|invalid)$/;
/** Ports above 1023 where databases, brokers and cluster APIs listen, not receivers of webhooks. */
const infrastructurePorts = new Set([
  1433, 1521, 2375, 2376, 2379, 2380, 3306, 4222, 5432, 5672, 6379, 6443, 8500, 9042, 9092, 9200, 9300, 10250, 11211, 27017,
]);
const isReceiverPort = (port: string): boolean =>
  port === '' || port === '443' || (Number(port) > 1023 && !infrastructurePorts.has(Number(port)));
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const unprintable = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/;

/** The rules of this deployment: public addresses only, and those that `allow` opens for development. */
export function createEgress(allow: string | undefined, resolve: Resolve = resolveAddresses): Egress {
  const isAllowed = allowList(allow);
  const isReachable = (address: string): boolean => isPublicAddress(address) || isAllowed(address);
  const resolved = (hostname: string): Promise<string[]> => (isIP(hostname) ? Promise.resolve([hostname]) : resolve(hostname));

  return {
    async addresses(hostname) {
      const found = await resolved(bare(hostname));
      if (found.length === 0 || !found.every(isReachable)) throw new BlockedAddressError('The address is not public.');
      return found;
    },

    async resolvePublic(url) {
      const found = await resolved(bare(url.hostname));
      if (found.length === 0 || faultOf(url, found)) throw new BlockedAddressError('The address is not public.');
      return found;
    },

    async validateUrl(text) {
      const url = wellFormed(text);
      // A name that cannot be resolved now may be tomorrow; every attempt judges again.
      const fault = faultOf(url, await within(VALIDATE_TIMEOUT_MS, resolved(bare(url.hostname))).catch(() => []));
      if (fault) throw unsafe(fault);
    },
  };

  /** What is wrong with a URL whose host has these addresses. */
  function faultOf(url: URL, found: readonly string[]): string | undefined {
    const host = bare(url.hostname);
    const isOpened = found.length > 0 && found.every(isAllowed);
    if (url.protocol !== 'https:' && !(isOpened && url.protocol === 'http:')) return 'must start with https://';
    if (isOpened) return undefined;
    if (!isReceiverPort(url.port)) return 'uses a port that is not one for receivers; use 443';
    const name = host.replace(/\.$/, '');
    if (!isIP(host) && (!name.includes('.') || internalNames.test(name))) return 'names a host that is not on the internet';
    return found.every(isReachable) ? undefined : 'points to a private or internal address';
  }
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Rejects when the work is not done in time. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('It took too long.')), milliseconds);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function wellFormed(text: string): URL {
  // The URL parser silently drops tabs and turns backslashes into slashes: what it reads must be what was written.
  if (unprintable.test(text)) throw unsafe('contains spaces, control characters or backslashes');
  const url = URL.parse(text);
  if (!url || !/^https?:\/\/[^/]/i.test(text)) throw unsafe('is not an absolute https address');
  if (url.username || url.password) throw unsafe('must not contain a user name or password');
  return url;
}

const unsafe = (reason: string): Problem =>
  new Problem('unsafe_url', `The webhook URL ${reason}; give an https address that is reachable from the internet.`, {
    errors: [{ path: 'url', code: 'unsafe_url', message: reason }],
  });
