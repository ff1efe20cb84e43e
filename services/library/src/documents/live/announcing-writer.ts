import type { Signals } from '@space/bus';
import { documentDeleted, documentUpdated } from '@space/contracts/documents';
import type { Transaction, Writer } from '@space/event-log';
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
      const noting: Pick<Transaction<never>, 'emit'> = {
        emit(type: { readonly type: string }, data: { readonly document_id?: string }, ...rest: never[]) {
          if (ANNOUNCED.has(type.type) && data.document_id !== undefined) documents.add(data.document_id);
          tx.emit(type as never, data as never, ...rest);
        },
      };
      return change(Object.assign(Object.create(tx), noting));
    });
    if (!call.dry_run) for (const id of documents) announceLater(bus, id);
    return answer;
  },
});
