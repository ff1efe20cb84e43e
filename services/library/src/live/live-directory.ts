import type { Handlers } from '@space/bus';
import { type liveDirectory, MAX_LISTED_UPDATES } from '@space/contracts/live';
import { findDocumentRows } from '../documents/rows/document-rows.queries.ts';
import { appendLive, presentDocument } from './append-live.ts';
import { findVersions, listUpdates, useTicket } from './live.queries.ts';
import type { LivePorts } from './live-ports.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Creates the handlers that gateways with live connections ask. */
export function liveDirectoryHandlers(from: LivePorts): Handlers<typeof liveDirectory> {
  const { database } = from.ports;
  const isPresent = async (space_id: string, content_id: string) =>
    (await findVersions(database, [{ space_id, content_id }])).has(content_id);

  return {
    async use_ticket({ input: { ticket_id, content_id, expires_at }, caller }) {
      if (!(await useTicket(database, caller.space_id, ticket_id, expires_at))) return { outcome: 'ended' };
      return { outcome: (await isPresent(caller.space_id, content_id)) ? 'ok' : 'missing' };
    },

    async sync({ input: { content_id, state_vector }, caller: { space_id: space } }) {
      presentDocument(await findDocumentRows(database, space, [content_id]), content_id);
      const asked = { updates: [], state_vector: bytesOf(state_vector) };
      const { version, state_vector: present, lacking } = await from.turns(content_id, () => from.states.follow(space, content_id, asked));
      const { update, rest } = lacking!;
      return { version, update: base64(update), state_vector: base64(present), rest: rest && base64(rest) };
    },

    async append({ input: { content_id, batch, updates }, caller: { space_id: space } }) {
      const decoded = updates.map(({ update, actor }) => ({ update: bytesOf(update), actor }));
      const { outcomes, state_vector } = await appendLive(from, { space, document_id: content_id, batch, updates: decoded });
      return { outcomes: [...outcomes], state_vector: base64(state_vector) };
    },

    async read({ input: { content_id, after }, caller: { space_id: space } }) {
      const document = presentDocument(await findDocumentRows(database, space, [content_id]), content_id);
      const rows = await listUpdates(database, space, content_id, after, MAX_LISTED_UPDATES);
      const isGone = document.content_version > after && rows[0]?.version !== after + 1;
      const version = isGone ? document.content_version : (rows.at(-1)?.version ?? after);
      return {
        version,
        updates: isGone ? null : rows.map(({ update }) => base64(update)),
        has_more: version < document.content_version,
      };
    },

    async look({ input: { contents } }) {
      const versions = await findVersions(database, contents);
      return { versions: contents.map(({ content_id }) => versions.get(content_id) ?? null) };
    },
  };
}
