import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

/**
 * An embedded Postgres that is started again when it ends without being asked to. Clients connect to the same URL: their
 * connections break and are opened again. Committed transactions are on disk and survive; Postgres replays them at its start.
 *
 * Starts are repeated with back-off. After `MAX_FAILURES` failures without `STABLE_MS` of running in between, the
 * supervisor gives up: something is wrong that a start does not mend. Failures while `isExcused` returns true do not
 * count, such as those of a full disk: they end when the disk has space again.
 */
export interface SupervisedPostgres {
  readonly url: string;
  /** Returns why it does not run now, as one sentence, and whether that is final; undefined while it runs. */
  outage(): { readonly reason: string; readonly isFinal: boolean } | undefined;
  /** Resolves with a sentence when the supervisor has given up. */
  readonly failed: Promise<string>;
  /** Stops the server and the supervision. */
  stop(): Promise<void>;
}

/** Receives the events of a supervised Postgres. */
export interface SupervisorObserver {
  /** It ended by itself, or a start failed; the next start follows after `retryMs`. */
  down(reason: string, retryMs: number): void;
  /** It runs again, after `downMs`. */
  up(downMs: number): void;
  gaveUp(sentence: string): void;
}

/** Options of the supervision. */
export interface SupervisorOptions extends EmbeddedOptions {
  readonly observer: SupervisorObserver;
  /** Returns true while a failure has a known cause outside of Postgres that passes. */
  readonly isExcused?: () => boolean;
}

const MAX_FAILURES = 10;
const STABLE_MS = 60_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;

/** Time to replay the log of transactions after a crash, in milliseconds. */
const RECOVERY_TIMEOUT_MS = 600_000;

/** Starts Postgres, and starts it again whenever it ends until `stop` is called. Rejects if the first start fails. */
export async function superviseEmbeddedPostgres(options: SupervisorOptions): Promise<SupervisedPostgres> {
  const { observer, isExcused = () => false } = options;
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options);
  const { url, port } = server;
  const stopping = new AbortController();
  const gaveUp = Promise.withResolvers<string>();
  let outage: ReturnType<SupervisedPostgres['outage']>;
  let failures = 0;
  const watching = watch();

  return {
    url,
    outage: () => outage,
    failed: gaveUp.promise,
    async stop() {
      stopping.abort();
      await server.stop();
      await watching;
      await server.stop();
    },
  };

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const how = await server.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - began > STABLE_MS) failures = 0;
      const isRunning = await startAgain(`Postgres ended (${how})`);
      if (!isRunning) return;
    }
  }

  /** Starts the server until it runs. Returns false if the supervision was stopped or has given up. */
  async function startAgain(first: string): Promise<boolean> {
    const began = performance.now();
    let reason = first;
    for (let attempt = 0; ; attempt += 1) {
      if (!isExcused()) failures += 1;
      if (failures > MAX_FAILURES) {
        const sentence = `${oneLine(reason)}; after ${MAX_FAILURES} failures it is not started again.`;
        outage = { reason: sentence, isFinal: true };
        observer.gaveUp(sentence);
        gaveUp.resolve(sentence);
        return false;
      }
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS);
      outage = { reason: `${oneLine(reason)}; it is being started again.`, isFinal: false };
      observer.down(reason, retryMs);
      await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return false;
      try {
        server = await startEmbeddedPostgres({ ...options, port, startTimeout: RECOVERY_TIMEOUT_MS, signal: stopping.signal });
      } catch (error) {
        reason = (error as Error).message;
        continue;
      }
      outage = undefined;
      observer.up(performance.now() - began);
      return true;
    }
  }
}

/** Returns the reason without line breaks, for a probe. */
const oneLine = (reason: string): string => reason.replace(/\s*\n\s*/g, ' ');
