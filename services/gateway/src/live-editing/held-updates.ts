import { MAX_LIVE_BATCH_BYTES } from '@space/contracts/live';
import { SECOND_MS } from '@space/time';
import type { Backlog } from './backlog.ts';

/** Milliseconds in which an editor answers what it has that Postgres lacks. */
const ANSWER_MS = 10 * SECOND_MS;

/** The updates of one connection in the order in which they may be stored. */
export interface HeldUpdates {
  /** Holds the updates of the connection from now on, until its first answer. Later calls have no effect. */
  begin(): void;
  /** Takes an update. An answer to step 1 is passed on before those that are held. */
  take(update: Uint8Array, isAnswer: boolean): void;
  /** Forgets what is held. */
  stop(): void;
}

/**
 * Holds the updates that an editor sends before it has answered the step 1 of the gateway. An editor that typed without a connection goes on typing
 * when it has one again: its next update needs those of before, which only the answer has. Without an answer for 10 seconds, or with too many
 * bytes, the updates are passed on as they are. They count for the backlog of the gateway; `end` is called when they are too many for it.
 */
export function holdUpdates(backlog: Backlog, pass: (update: Uint8Array) => void, end: () => void): HeldUpdates {
  let held: Uint8Array[] | undefined;
  let bytes = 0;
  let hasBegun = false;
  let timer: NodeJS.Timeout | undefined;

  function forget(): Uint8Array[] {
    clearTimeout(timer);
    const updates = held ?? [];
    held = undefined;
    backlog.remove(bytes);
    bytes = 0;
    return updates;
  }

  function release(): void {
    const updates = forget();
    for (const update of updates) pass(update);
  }

  return {
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      held = [];
    },
    take(update, isAnswer) {
      if (!held || isAnswer) {
        pass(update);
        return release();
      }
      held.push(update);
      bytes += update.length;
      backlog.add(update.length);
      if (backlog.isFull) return end();
      if (bytes > MAX_LIVE_BATCH_BYTES) return release();
      timer ??= setTimeout(release, ANSWER_MS).unref();
    },
    stop() {
      forget();
    },
  };
}
