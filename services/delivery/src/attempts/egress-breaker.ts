import type { AttemptError } from '@space/contracts/events';
import type { Clock } from '@space/database';
import { type Log, metrics } from '@space/runtime';

/** Failures that happen before a receiver has said anything: they can be ours as well as its own. */
const wordless: ReadonlySet<AttemptError> = new Set(['dns', 'refused', 'connection', 'timeout']);
/** So many hosts that cannot be reached, and none that can, are not all dead: it is our own way out. */
const HOSTS = 3;
const WINDOW_MS = 3_600_000;
/** A suspicion that nothing ended for this long is given up: then it is the receivers, and they are switched off as ever. */
const LONGEST_MS = 7 * 24 * 3_600_000;
const MAX_HOSTS = 1_000;
/** A process that has just started and has heard from nobody cannot tell yet whose fault it is. */
const UNTOLD_MS = 60_000;

/** Whether our own way to the internet is out, judged by what attempts meet. */
export interface EgressBreaker {
  /** Tells how an attempt to this URL ended; null means it succeeded. */
  record(url: string, error: AttemptError | null): void;
  /** While it is, deliveries that die do not count towards switching their webhooks off. */
  isOpen(): boolean;
}

/**
 * The own-outage guard. When within an hour attempts to three or more hosts fail before any of them says a word, and
 * none gets through, the fault is taken to be ours: retries go on by schedule, deliveries still die after the eighth
 * attempt and can be recovered, but no webhook is switched off for it. One answer of any kind from anybody ends the
 * suspicion, and so does a week. Each process judges by its own attempts; one that starts amid an outage counts no such
 * death in its first minute, until somebody answers.
 */
export function createEgressBreaker(clock: Clock, log: Log): EgressBreaker {
  const failedAt = new Map<string, number>();
  let began: number | null = null;
  let untoldSince: number | null = clock.now();

  const end = (): void => {
    if (began === null) return;
    began = null;
    metrics.egressOutage.set(0);
    log.info('the internet can be reached again; deliveries that die count again');
  };

  const hosts = (): number => {
    const from = clock.now() - WINDOW_MS;
    let count = 0;
    for (const [host, at] of failedAt)
      if (at <= from) failedAt.delete(host);
      else count += 1;
    return count;
  };

  return {
    record(url, error) {
      if (error === 'unsafe_address') return;
      if (error === null || !wordless.has(error)) {
        untoldSince = null;
        if (failedAt.size > 0) failedAt.clear();
        return end();
      }
      const { host } = new URL(url);
      if (failedAt.has(host) || failedAt.size < MAX_HOSTS) failedAt.set(host, clock.now());
      if (began === null && hosts() >= HOSTS) {
        began = clock.now();
        metrics.egressOutage.set(1);
        log.error({ hosts: failedAt.size }, 'no receiver can be reached: our own way out seems to fail; deliveries that die do not count');
      }
    },
    isOpen() {
      if (untoldSince !== null && clock.now() - untoldSince < UNTOLD_MS) return true;
      return began !== null && clock.now() - began < LONGEST_MS;
    },
  };
}
