import type { EventType } from '@space/contracts/core';
import type { Transaction, Writer } from '@space/event-log';

/** An event of a change that has been committed. */
export interface CommittedEvent {
  readonly type: string;
  readonly data: {
    readonly asset_id?: unknown;
    readonly asset_ids?: unknown;
    readonly document_id?: unknown;
    readonly whiteboard_id?: unknown;
    readonly url?: unknown;
    readonly was_published?: unknown;
  };
}

/** Returns a writer that reports the events of each change after its commit. A change without events and a dry run report nothing. */
export const reportingWriter = (writer: Writer, report: (events: readonly CommittedEvent[]) => void): Writer => ({
  ...writer,
  async write(call, change) {
    let emitted: CommittedEvent[] = [];
    const answer = await writer.write(call, (tx) => {
      // A transaction that is tried again begins without events.
      emitted = [];
      return change(watched(tx, (event) => emitted.push(event)));
    });
    if (!call.dry_run && emitted.length > 0) report(emitted);
    return answer;
  },
});

/** Returns a transaction that shows each event to `see`, and emits it. */
function watched<E extends EventType>(tx: Transaction<E>, see: (event: CommittedEvent) => void): Transaction<E> {
  const emit: Transaction<E>['emit'] = (type, data, actor) => {
    see({ type: type.type, data: data as CommittedEvent['data'] });
    tx.emit(type, data, actor);
  };
  return Object.assign(Object.create(tx), { emit });
}
