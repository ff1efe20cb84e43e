import { PROVIDER_WEBHOOKS_PER_SECOND, REFUSED_WEBHOOKS_PER_SECOND } from '@space/contracts/commerce';
import { Problem } from '@space/contracts/core';
import { MAX_CACHED } from '@space/contracts/platform';
import { SECOND_MS } from '@space/time';
import { rateLimitKey } from '@space/web';
import { LRUCache } from 'lru-cache';

/*
 * The limits of webhooks (contract, J8). Who sent a webhook is known only when its signature is verified. So a webhook counts for its
 * connection only when it is accepted, and for its sender, an IPv4 address or an IPv6 /64, until then and when it is refused. The
 * windows are short: anyone can make a provider send wrong webhooks here from the same addresses as the true ones.
 */

/** Counts the webhooks that one gateway hands on, by what they are for and by their sender. */
export interface WebhookRateLimit {
  /** Throws `limited` when `begin` would; counts nothing. */
  assertLeft(subject: string, sender: string): void;
  /** Counts a webhook that is handed on, and returns the function that ends it with the status of its answer. Throws `limited`. */
  begin(subject: string, sender: string): (status: number) => void;
}

/** The webhooks in progress, and those that were counted in the second that ends at `ends` (monotonic clock in milliseconds). */
interface Counter {
  readonly limit: number;
  /** The limit of the webhooks in progress together with those that were counted. */
  readonly total: number;
  in_progress: number;
  counted: number;
  ends: number;
}

/** Statuses that only a connection answers which exists. */
const ANSWERS_OF_CONNECTIONS: ReadonlySet<number> = new Set([200, 400, 410]);

/** Characters of the id of a connection; a longer one is unknown. */
const ID_CHARACTERS = 64;

/**
 * Creates the limits of one gateway. A second has room for PROVIDER_WEBHOOKS_PER_SECOND webhooks of a connection that are not
 * refused, for REFUSED_WEBHOOKS_PER_SECOND refused ones of a sender to a connection, and for as many of a sender to connections
 * that do not exist. Webhooks in progress count for their sender, since each of them may be refused.
 */
export function createWebhookRateLimit(): WebhookRateLimit {
  const connections = counters(PROVIDER_WEBHOOKS_PER_SECOND, Number.POSITIVE_INFINITY);
  const senders = counters(REFUSED_WEBHOOKS_PER_SECOND, REFUSED_WEBHOOKS_PER_SECOND);
  const strangers = counters(REFUSED_WEBHOOKS_PER_SECOND, REFUSED_WEBHOOKS_PER_SECOND);
  const existing = new LRUCache<string, true>({ max: MAX_CACHED.visitors });

  function countersOf(subject: string, sender: string) {
    const id = subject.slice(0, ID_CHARACTERS + 1);
    const network = rateLimitKey(sender);
    return { id, connection: connections(id), own: senders(`${id} ${network}`), unknown: strangers(network) };
  }

  /** Returns the counters that bound a webhook. Throws `limited` if one of them is full. */
  function boundsOf({ id, connection, own, unknown }: ReturnType<typeof countersOf>): readonly Counter[] {
    const bounds = existing.has(id) ? [connection, own] : [connection, own, unknown];
    for (const counter of bounds) if (isFull(counter)) throw tooMany(counter);
    return bounds;
  }

  return {
    assertLeft(subject, sender) {
      boundsOf(countersOf(subject, sender));
    },
    begin(subject, sender) {
      const found = countersOf(subject, sender);
      const bounds = boundsOf(found);
      for (const counter of bounds) counter.in_progress += 1;
      return function end(status) {
        for (const counter of bounds) counter.in_progress -= 1;
        if (status === 404 || found.id.length > ID_CHARACTERS) return count(found.unknown);
        if (ANSWERS_OF_CONNECTIONS.has(status)) existing.set(found.id, true);
        count(status >= 400 && status < 500 ? found.own : found.connection);
      };
    },
  };
}

/** Returns the function that returns the counter of a key; the one that was used longest ago is forgotten. */
function counters(limit: number, total: number): (key: string) => Counter {
  // An LRU cache takes the memory of all its entries when it is created, and most gateways receive no webhook for hours.
  let known: LRUCache<string, Counter> | undefined;
  return function counterOf(key) {
    known ??= new LRUCache({ max: MAX_CACHED.visitors });
    let counter = known.get(key);
    if (!counter) {
      counter = { limit, total, in_progress: 0, counted: 0, ends: 0 };
      known.set(key, counter);
    }
    return counter;
  };
}

function isFull({ limit, total, in_progress, counted, ends }: Counter): boolean {
  const present = performance.now() < ends ? counted : 0;
  return present >= limit || present + in_progress >= total;
}

function count(counter: Counter): void {
  const now = performance.now();
  if (now >= counter.ends) Object.assign(counter, { counted: 0, ends: now + SECOND_MS });
  counter.counted += 1;
}

const tooMany = ({ limit }: Counter): Problem =>
  new Problem('limited', `More than ${limit} webhooks a second arrive here.`, { retry_after_s: 1 });
