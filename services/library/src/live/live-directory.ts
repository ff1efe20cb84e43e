import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import { type liveDirectory, liveKindOf, MAX_LISTED_UPDATES } from '@space/contracts/live';
import type { Ports } from '@space/runtime';
import { appendLive } from './append-live.ts';
import { findVersions, listUpdates, useTicket } from './live.queries.ts';
import type { LivePorts } from './live-ports.ts';
import { findPresent } from './present-content.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Creates the handlers that gateways with live connections ask, about contents of some kinds. */
export function liveDirectoryHandlers({ database }: Pick<Ports, 'database'>, kinds: readonly LivePorts[]): Handlers<typeof liveDirectory> {
  /** Returns the ports of the kind that an id has. Throws `not_found`. */
  function portsOf(id: string): LivePorts {
    const from = kinds.find(({ kind }) => kind.tables.noun === liveKindOf(id));
    if (!from) throw notFound('content', id);
    return from;
  }

  async function versionsOf(contents: readonly { readonly space_id: string; readonly content_id: string }[]) {
    const found = await Promise.all(
      kinds.map(({ kind: { tables } }) =>
        findVersions(
          database,
          tables,
          contents.filter(({ content_id }) => liveKindOf(content_id) === tables.noun),
        ),
      ),
    );
    return new Map(found.flatMap((versions) => [...versions]));
  }

  return {
    async use_ticket({ input: { ticket_id, content_id, expires_at }, caller: { space_id } }) {
      if (!(await useTicket(database, space_id, ticket_id, expires_at))) return { outcome: 'ended' };
      return { outcome: (await versionsOf([{ space_id, content_id }])).has(content_id) ? 'ok' : 'missing' };
    },

    async sync({ input: { content_id: id, state_vector }, caller: { space_id: space } }) {
      const from = portsOf(id);
      await findPresent(from, space, id);
      const asked = { updates: [], state_vector: bytesOf(state_vector) };
      const { version, state_vector: present, lacking } = await from.turns(id, () => from.states.follow(space, id, asked));
      const { update, rest } = lacking!;
      return { version, update: base64(update), state_vector: base64(present), rest: rest && base64(rest) };
    },

    async append({ input: { content_id: id, batch, updates }, caller: { space_id: space } }) {
      const decoded = updates.map(({ update, actor }) => ({ update: bytesOf(update), actor }));
      const { outcomes, state_vector } = await appendLive(portsOf(id), { space, id, batch, updates: decoded });
      return { outcomes: [...outcomes], state_vector: base64(state_vector) };
    },

    async read({ input: { content_id: id, after }, caller: { space_id: space } }) {
      const from = portsOf(id);
      const { content_version } = await findPresent(from, space, id);
      const rows = await listUpdates(database, from.kind.tables, space, id, after, MAX_LISTED_UPDATES);
      const isGone = content_version > after && rows[0]?.version !== after + 1;
      const version = isGone ? content_version : (rows.at(-1)?.version ?? after);
      return { version, updates: isGone ? null : rows.map(({ update }) => base64(update)), has_more: version < content_version };
    },

    async look({ input: { contents } }) {
      const versions = await versionsOf(contents);
      return { versions: contents.map(({ content_id }) => versions.get(content_id) ?? null) };
    },
  };
}
