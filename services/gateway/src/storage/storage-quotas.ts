import { announceChanges, type Signals } from '@space/bus';
import { type Operation, Problem } from '@space/contracts/core';
import { MAX_CACHED, MAX_UNSHARED_STORAGE_BYTES, type StorageAmounts } from '@space/contracts/platform';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { LRUCache } from 'lru-cache';
import type { CommonQueryMethods } from 'slonik';
import { addGrowth, findStorage } from './space-storage.queries.ts';
import { STORAGE_KINDS, type StorageSettings, type StorageState, storageStateOf } from './storage-state.ts';

/**
 * The limits of storage of all Spaces, in the memory of one gateway.
 *
 * Storage is measured, not counted: `measurement-task.ts` asks the services what a Space stores. In between, each call adds
 * an upper bound of what its body can store, and takes it back when it is refused. The bound is flushed to Postgres, where other gateways read it, and the next
 * measurement replaces it. A gateway waits when it has accepted `MAX_UNSHARED_STORAGE_BYTES` that others do not know. So a
 * Space exceeds its limit by no more than this per gateway, and by the cells that are computed until the next measurement
 * (ADR 20).
 */
export interface StorageQuotas {
  /** Counts what a change may store. Throws `limit_reached` when the Space has no room for it. A dry run counts nothing. */
  reserve(space: string, amounts: StorageAmounts, isDryRun?: boolean): void | Promise<void>;
  /** Takes back what a call has reserved that stored nothing. */
  release(space: string, amounts: StorageAmounts): void;
  /** Notes a change that stores nothing, such as a deletion, so that the Space is measured. */
  noteChange(space: string): void;
  /** Returns what a Space uses and may use, as Postgres knows it now, or as a transaction sees it. */
  read(space: string, tx?: CommonQueryMethods): Promise<StorageState>;
  /** Forgets what is known of a Space: its limits have changed. */
  forget(space: string): void;
  flush(): Promise<void>;
}

/** The time after which the limits and the growth that other gateways stored are read again. */
const TTL_MS = 5_000;
/** Growth of one Space that is flushed without waiting for the interval. */
const FLUSH_BYTES = MAX_UNSHARED_STORAGE_BYTES / 4;

const NOTHING: StorageAmounts = { bytes: 0, rows: 0, files: 0 };

const sum = (a: StorageAmounts, b: StorageAmounts): StorageAmounts => ({
  bytes: a.bytes + b.bytes,
  rows: a.rows + b.rows,
  files: a.files + b.files,
});

/** Creates the quotas of one gateway. */
export function createStorageQuotas(database: Database, clock: Clock, log: Log, settings: StorageSettings, bus?: Signals): StorageQuotas {
  const states = new LRUCache<string, StorageState>({
    max: MAX_CACHED.storage_states,
    ttl: TTL_MS,
    fetchMethod: async (space) => storageStateOf(await findStorage(database, space), settings),
  });
  /** Growth that Postgres does not know, by Space. */
  let unshared = new Map<string, StorageAmounts>();
  let flushing: Promise<void> = Promise.resolve();

  function grow(space: string, amounts: StorageAmounts): StorageAmounts {
    const grown = sum(unshared.get(space) ?? NOTHING, amounts);
    unshared.set(space, grown);
    return grown;
  }

  function count(state: StorageState, space: string, amounts: StorageAmounts, isDryRun: boolean): void | Promise<void> {
    const own = unshared.get(space) ?? NOTHING;
    for (const kind of STORAGE_KINDS)
      if (state.used[kind] + own[kind] + amounts[kind] > state.limits[kind]) throw limitReached(kind, state.limits[kind]);
    if (isDryRun) return;
    const grown = grow(space, amounts);
    if (grown.bytes >= MAX_UNSHARED_STORAGE_BYTES) return flush();
    if (grown.bytes >= FLUSH_BYTES) void flush();
  }

  async function loadAndCount(space: string, amounts: StorageAmounts, isDryRun: boolean): Promise<void> {
    // Without Postgres the call itself fails, so an unknown state refuses nothing.
    const state = await states.fetch(space).catch(() => undefined);
    if (state) await count(state, space, amounts, isDryRun);
    else if (!isDryRun) grow(space, amounts);
  }

  async function shareGrowth(): Promise<void> {
    if (unshared.size === 0) return;
    const growth = unshared;
    unshared = new Map();
    // Until Postgres has answered, the growth counts as known.
    for (const [space, amounts] of growth) addKnown(space, amounts);
    try {
      const rows = await addGrowth(
        database,
        [...growth].map(([space_id, amounts]) => ({ space_id, ...amounts })),
        isoTime(clock.now()),
      );
      for (const row of rows) {
        states.set(row.space_id, storageStateOf(row, settings));
        if (bus) announceChanges(bus, row.space_id, [{ topic: 'usage' }]);
      }
    } catch (error) {
      log.warn({ err: error, spaces: growth.size }, 'could not store the growth of Spaces; retrying with the next flush');
      for (const [space, amounts] of growth) grow(space, amounts);
      for (const space of growth.keys()) states.delete(space);
    }
  }

  function addKnown(space: string, amounts: StorageAmounts): void {
    const state = states.peek(space);
    if (state) states.set(space, { ...state, used: sum(state.used, amounts) });
  }

  /** Flushes one after the other, so that growth is shared in order. */
  function flush(): Promise<void> {
    flushing = flushing.then(shareGrowth);
    return flushing;
  }

  return {
    reserve(space, amounts, isDryRun = false) {
      const state = states.get(space);
      return state ? count(state, space, amounts, isDryRun) : loadAndCount(space, amounts, isDryRun);
    },
    release(space, { bytes, rows, files }) {
      grow(space, { bytes: -bytes, rows: -rows, files: -files });
    },
    noteChange(space) {
      grow(space, NOTHING);
    },
    async read(space, tx) {
      if (tx) return storageStateOf(await findStorage(tx, space), settings);
      await flush();
      const state = storageStateOf(await findStorage(database, space), settings);
      states.set(space, state);
      return state;
    },
    forget(space) {
      states.delete(space);
    },
    flush,
  };
}

const GIB = 1_073_741_824;

function limitReached(kind: keyof StorageAmounts, limit: number): Problem {
  const most = kind === 'bytes' ? `${Number((limit / GIB).toPrecision(3))} GiB` : `${limit} ${kind}`;
  return new Problem(
    'limit_reached',
    `This Space may store ${most} and has no room for this; delete something, or ask the operator to raise the limit of ${kind}.`,
    { limit: kind },
  );
}

/** Returns an upper bound of what a call of an operation with a body of so many bytes can store. */
export const amountsOf = ({ max_rows = 1, max_files = 0 }: Pick<Operation, 'max_rows' | 'max_files'>, bytes: number): StorageAmounts => ({
  bytes,
  rows: max_rows,
  files: max_files,
});
