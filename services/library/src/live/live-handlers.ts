import type { Handlers } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import type { documentLive, LiveTicket } from '@space/contracts/documents';
import { MAX_LIVE_PART_BYTES } from '@space/contracts/live';
import type { WhiteboardLiveTicket, whiteboardLive } from '@space/contracts/whiteboards';
import { replayIfStored } from '@space/event-log';
import { loadPresent, versionGone } from '../contents/storage/load-state.ts';
import { listUpdates } from './live.queries.ts';
import type { LivePorts } from './live-ports.ts';
import { type NewTicket, ticketMaker } from './new-ticket.ts';
import { pushUpdate } from './push-update.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The operations of live editing. Those of whiteboards differ in the fields of their tickets and in their events only. */
type DocumentHandlers = Handlers<typeof documentLive>;

/** Creates the handlers of live editing of documents. `fields` are those of its tickets that other kinds do not have. */
export function liveHandlers(from: LivePorts, fields: Omit<LiveTicket, keyof NewTicket>): DocumentHandlers {
  const { ports, writer, kind } = from;
  const { database } = ports;
  const newTicket = ticketMaker(from);

  return {
    read_ticket: async ({ input, caller }) => ({ ...(await newTicket(caller, input.id, false)), ...fields }),

    async ticket(call) {
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      const answer = { ...(await newTicket(call.caller, call.input.id, true)), ...fields };
      return writer.write(call, async () => answer);
    },

    async updates({ input: { id, after, limit }, caller: { space_id: space } }) {
      const row = (await kind.find(database, space, [id])).get(id);
      if (!row) throw notFound(kind.tables.noun, id);
      const { content_version: present } = row;
      if (after === 0) {
        const update = await loadPresent(database, kind.work, space, row);
        if (update.length > MAX_LIVE_PART_BYTES)
          throw new Problem(
            'too_large',
            `The whole state of this ${kind.tables.noun} is too large for one answer; follow it live instead.`,
          );
        return {
          version: present,
          updates: [{ version: present, update_base64: base64(update), actor: null, created_at: null }],
          next_after: null,
        };
      }
      const rows = await listUpdates(database, kind.tables, space, id, after, limit);
      if (present > after && rows[0]?.version !== after + 1) throw versionGone(after + 1);
      const version = rows.at(-1)?.version ?? present;
      const updates = rows.map(({ update, ...one }) => ({ ...one, update_base64: base64(update) }));
      return { version, updates, next_after: version < present ? version : null };
    },

    push: (call) => from.turns(call.input.id, () => pushUpdate(from, call)),
  };
}

/** Creates the handlers of live drawing on whiteboards. */
export const liveBoardHandlers = (from: LivePorts, fields: Omit<WhiteboardLiveTicket, keyof NewTicket>): Handlers<typeof whiteboardLive> =>
  liveHandlers(from, fields as never) as unknown as Handlers<typeof whiteboardLive>;
