import type { Signals } from '@space/bus';
import { documentDeleted, documentUpdated } from '@space/contracts/documents';
import type { Writer } from '@space/event-log';
import { announceLater } from './announce-live.ts';

const ANNOUNCED: ReadonlySet<string> = new Set([documentUpdated.type, documentDeleted.type]);

/** Returns the writer with announcements for live editing: after a change that emits an event about the content or the end of a document. */
export const announcingWriter = (writer: Writer, bus: Signals): Writer => ({
  ...writer,
  async write(call, change) {
    let documents = new Set<string>();
    const answer = await writer.write(call, (tx) => {
      // A transaction that is tried again begins without events.
      documents = new Set();
      const emit: typeof tx.emit = (type, data, actor) => {
        const { document_id } = data as { readonly document_id?: unknown };
        if (ANNOUNCED.has(type.type) && typeof document_id === 'string') documents.add(document_id);
        tx.emit(type, data, actor);
      };
      return change(Object.assign(Object.create(tx) as typeof tx, { emit }));
    });
    if (!call.dry_run) for (const id of documents) announceLater(bus, id);
    return answer;
  },
});
