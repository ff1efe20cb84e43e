import { Problem } from '@space/contracts/core';
import { type ObjectStore, type ObjectStoreSettings, ObjectStoreUnavailable, observedStore, openObjectStore } from '@space/object-store';
import { SECOND_MS } from '@space/time';
import { runPeriodically } from '@space/worker';
import { ConfigError } from './config.ts';
import type { Log } from './log.ts';
import { metrics } from './metrics.ts';
import type { Ports } from './ports.ts';

/** Interval at which a process asks the object store for a key. */
const CHECK_INTERVAL_MS = 5 * SECOND_MS;

/** Seconds after which a caller may try again. */
const RETRY_AFTER_S = 2;

/** Opens an object store whose requests are measured. Throws ConfigError for a folder that cannot be used; a bucket is not asked. */
export async function openObjects(settings: ObjectStoreSettings): Promise<ObjectStore> {
  const store = await openObjectStore(settings).catch((error: unknown) => {
    if (!(error instanceof ObjectStoreUnavailable) || !('folder' in settings)) throw error;
    throw new ConfigError(`The folder ${settings.folder} of the object store cannot be used: ${error.message}`);
  });
  return observedStore(store, (operation, outcome, seconds) => metrics.objectStoreRequests.observe({ operation, outcome }, seconds));
}

/** Returns the object store of a process. Throws for a service whose entry in services/manifest.ts has no `object_store`. */
export function objectsOf({ objects }: Pick<Ports, 'objects'>): ObjectStore {
  if (!objects) throw new Error('This service has no object store: services/manifest.ts does not say that it has one.');
  return objects;
}

/** Returns `unavailable` for an error of an object store that cannot serve a call; undefined for any other error. */
export function unavailableObjects(error: unknown): Problem | undefined {
  if (!(error instanceof ObjectStoreUnavailable)) return undefined;
  return new Problem('unavailable', `${error.message} Nothing that was acknowledged is lost; try again.`, { retry_after_s: RETRY_AFTER_S });
}

/** The watch over an object store. */
export interface ObjectsWatch {
  /** Returns why the last request of the watch failed; true if it succeeded. */
  state(): true | string;
  stop(): void;
}

/**
 * Asks the object store for one key from time to time. An outage is a metric and a log line; a process without its store stays ready, because
 * most of its operations need none.
 */
export function watchObjects(objects: ObjectStore, log: Log): ObjectsWatch {
  let state: true | string = true;

  async function check(): Promise<void> {
    const before = state;
    state = await objects.list('', { limit: 1 }).then(
      () => true as const,
      (error: Error) => error.message,
    );
    metrics.objectStoreUp.set(state === true ? 1 : 0);
    if (state === before || (before !== true && state !== true)) return;
    if (state === true) log.info('the object store answers again');
    else log.error({ reason: state }, 'the object store does not answer; files can be neither read nor written until it does');
  }

  void check();
  const stop = runPeriodically(CHECK_INTERVAL_MS, check, (error) => log.error({ err: error }, 'checking the object store failed'));
  return { state: () => state, stop };
}
