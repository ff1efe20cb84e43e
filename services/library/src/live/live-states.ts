import { randomUUID } from 'node:crypto';
import { Problem } from '@space/contracts/core';
import { MAX_FOLLOWED_CONTENTS } from '@space/contracts/live';
import type { FollowRequest, FollowResult } from '@space/crdt';
import { JobRefusal } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import type { ContentTables } from '../contents/kinds/content-tables-sql.ts';
import { findStateBefore, findUpdates } from '../contents/storage/updates.queries.ts';
import type { LiveThread } from './live-ports.ts';

/** Thrown when the check of some updates exceeds the limits of a thread. Callers check each of them alone. */
export class UpdatesTooHeavyError extends Error {}

/** The work that is asked of the thread. */
type Asked = Pick<FollowRequest, 'updates' | 'state_vector'>;

/** The contents of one kind that the thread of a process follows. Each method is called for one content at a time. */
export interface LiveStates {
  /** Checks updates on a copy of a stored content, and finds what a client lacks. Throws UpdatesTooHeavyError, and a Problem for a bad state vector. */
  follow(space: string, id: string, asked: Asked): Promise<NonNullable<FollowResult> & { readonly version: number }>;
  /** Notes that the updates of the last `follow` that changed the content are stored, from a version on. */
  stored(id: string, first_version: number, count: number): void;
  /** Forgets a content, because the updates of the last `follow` were not stored. */
  forget(id: string): void;
}

/** A state that the thread has: its name, and the version up to which it has all updates. */
interface Held {
  readonly name: string;
  version: number;
}

const LAST_VERSION = 2_147_483_647;
const RETRY_AFTER_S = 2;

/** Creates the contents that a thread follows. */
export function createLiveStates(database: CommonQueryMethods, tables: ContentTables, thread: Pick<LiveThread, 'follow'>): LiveStates {
  const held = new Map<string, Held>();

  function hold(id: string, one: Held): void {
    held.set(id, one);
    if (held.size > MAX_FOLLOWED_CONTENTS.count) held.delete(held.keys().next().value!);
  }

  /** Goes on from the state that the thread has; undefined if it has none, or if updates after it are no longer stored. */
  async function goOn(space: string, id: string, asked: Asked) {
    const known = held.get(id);
    held.delete(id);
    if (!known) return undefined;
    const later = await findUpdates(database, tables, space, id, known.version, LAST_VERSION);
    if (later.length > 0 && later[0]!.version !== known.version + 1) return undefined;
    const name = randomUUID();
    const stored = later.map(({ update }) => update);
    const result = await run(thread, space, { document: id, held: known.name, becomes: name, state: null, stored, ...asked });
    if (!result) return undefined;
    const version = known.version + later.length;
    hold(id, { name, version });
    return { ...result, version };
  }

  async function begin(space: string, id: string, asked: Asked) {
    const whole = await findStateBefore(database, tables, space, id, LAST_VERSION);
    const from = whole?.version ?? 0;
    const later = await findUpdates(database, tables, space, id, from, LAST_VERSION);
    const updates = later.map(({ update }) => update);
    const state = whole?.state ?? updates.shift();
    if (!state || (later.length > 0 && later[0]!.version !== from + 1)) throw new Error(`updates of the ${tables.noun} ${id} are missing`);
    const name = randomUUID();
    const result = await run(thread, space, { document: id, held: null, becomes: name, state, stored: updates, ...asked });
    const version = from + later.length;
    hold(id, { name, version });
    return { ...result!, version };
  }

  return {
    follow: async (space, id, asked) => (await goOn(space, id, asked)) ?? begin(space, id, asked),
    stored(id, first_version, count) {
      const known = held.get(id);
      // Updates of others in between are read with the next work. Those that the thread has are no change then.
      if (known?.version === first_version - 1) known.version += count;
    },
    forget: (id) => void held.delete(id),
  };
}

async function run(thread: Pick<LiveThread, 'follow'>, space: string, request: FollowRequest): Promise<FollowResult> {
  try {
    return await thread.follow(space, request);
  } catch (error) {
    if (!(error instanceof JobRefusal)) throw error;
    if (error.code === 'busy') throw new Problem('unavailable', error.message, { retry_after_s: RETRY_AFTER_S });
    if (error.code === 'too_large' && request.updates.length > 0) throw new UpdatesTooHeavyError(error.message);
    throw new Problem(error.code === 'too_large' ? 'too_large' : 'invalid', error.message);
  }
}
