import type { AttemptError } from '@space/contracts/events';
import { MAX_CACHED } from '@space/contracts/platform';
import type { Clock } from '@space/database';
import { type Log, metrics } from '@space/runtime';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';

/** Failures before the receiver sent a byte: the fault can be ours as well as the receiver's. */
const CONNECTION_ERRORS: ReadonlySet<AttemptError> = new Set(['dns', 'refused', 'connection', 'timeout']);
/** Hosts that must fail within the window, without any host that answers, before the breaker opens. */
const HOST_THRESHOLD = 3;
const WINDOW_MS = HOUR_MS;
/** The longest time that the breaker stays open; after it dead deliveries count again. */
const MAX_OPEN_MS = 7 * DAY_MS;
/** A process that started less than this long ago and has received no answer counts as open. */
const STARTUP_GRACE_MS = MINUTE_MS;

/** A circuit breaker on the outgoing connections of this process. */
export interface EgressBreaker {
  /** Records the result of an attempt to `url`; null is a success. */
  record(url: string, error: AttemptError | null): void;
  /** True while egress is considered down: dead deliveries then do not count toward disabling their webhooks. */
  isOpen(): boolean;
}

/**
 * Returns a breaker that opens when connection attempts to at least three hosts failed within one hour and no host sent
 * a byte. While it is open, retries follow the schedule and deliveries still die after the eighth attempt, but no webhook
 * is disabled for it. Any answer from any host closes the breaker; so does a week. The state is per process. A process
 * that starts during an outage is open for its first minute, or until the first answer.
 */
export function createEgressBreaker(clock: Clock, log: Log): EgressBreaker {
  const failedAt = new Map<string, number>();
  let openedAt: number | null = null;
  let startedAt: number | null = clock.now();

  function close(): void {
    if (openedAt === null) return;
    openedAt = null;
    metrics.egressOutage.set(0);
    log.info('egress works again; dead deliveries count toward disabling webhooks');
  }

  function countFailingHosts(): number {
    const from = clock.now() - WINDOW_MS;
    let count = 0;
    for (const [host, at] of failedAt)
      if (at <= from) failedAt.delete(host);
      else count += 1;
    return count;
  }

  return {
    record(url, error) {
      if (error === 'unsafe_address') return;
      if (error === null || !CONNECTION_ERRORS.has(error)) {
        startedAt = null;
        if (failedAt.size > 0) failedAt.clear();
        return close();
      }
      const { host } = new URL(url);
      if (failedAt.has(host) || failedAt.size < MAX_CACHED.receiver_hosts) failedAt.set(host, clock.now());
      if (openedAt === null && countFailingHosts() >= HOST_THRESHOLD) {
        openedAt = clock.now();
        metrics.egressOutage.set(1);
        log.error({ hosts: failedAt.size }, 'egress appears to be down; dead deliveries do not count toward disabling webhooks');
      }
    },
    isOpen() {
      if (startedAt !== null && clock.now() - startedAt < STARTUP_GRACE_MS) return true;
      return openedAt !== null && clock.now() - openedAt < MAX_OPEN_MS;
    },
  };
}
