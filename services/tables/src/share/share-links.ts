import type { Handlers } from '@space/bus';
import { type Caller, invalidFields, notFound, Problem, unresolvedReferences } from '@space/contracts/core';
import {
  MAX_SHARE_LINKS_PER_TABLE,
  type ShareLink,
  type shareLinks,
  tableShareLinkCreated,
  tableShareLinkRevoked,
  tableShareLinkUpdated,
} from '@space/contracts/tables';
import { isoTime, newId, readPage } from '@space/database';
import { createWriter, replayIfStored } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { hashPassword, hashToken, newToken, publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { assertIsShared } from '../views/personal-views.ts';
import { viewerOf } from '../views/viewer.ts';
import { findView, lockViews } from '../views/views.queries.ts';
import {
  countShareLinks,
  deleteShareLink,
  findShareLink,
  insertShareLink,
  listShareLinks,
  lockShareLink,
  type ShareLinkRow,
  updateShareLink,
} from './share-links.queries.ts';

/** Returns the fields of a link that a caller may change, without its password. */
const fieldsOf = ({ view_id, name, expires_at }: ShareLinkRow) => ({
  view_id,
  name,
  expires_at: expires_at === null ? null : isoTime(expires_at),
});

/**
 * Returns the handlers of the share links contract. The token of a link grants access to its view. A link is found by
 * the hash of its token. The token is stored sealed, so that callers who may list links can copy it again. Revoking
 * deletes the link and no cache holds it, so the next request fails.
 */
export function shareLinkHandlers(ports: Ports, schemas: SchemaCache): Handlers<typeof shareLinks> {
  const { database, box, clock, config } = ports;
  const write = createWriter('tables', ports);
  const origin = publicOrigin(config);

  const wire = (link: ShareLinkRow): z.output<typeof ShareLink> => ({
    id: link.id,
    created_at: isoTime(link.created_at),
    updated_at: isoTime(link.updated_at),
    table_id: link.table_id,
    view_id: link.view_id,
    name: link.name,
    url: `${origin}/t/${box.open(Buffer.from(link.sealed_token, 'base64'))}`,
    has_password: link.has_password,
    expires_at: link.expires_at === null ? null : isoTime(link.expires_at),
    opened_count: link.opened_count,
    last_opened_at: link.last_opened_at === null ? null : isoTime(link.last_opened_at),
  });

  /**
   * Returns the schema and the view of a new link. Throws `not_found` for an unknown table, `unresolved_reference` for an unknown
   * view, `conflict` for a personal view and a table without a view, and `limit_reached` for one with too many links.
   */
  async function findShared(connection: CommonQueryMethods, caller: Caller, table: string, viewId: string | undefined) {
    const space = caller.space_id;
    const schema = await schemas.read(connection, space, table);
    const view = await findView(connection, space, table, viewId, viewerOf(caller));
    if (!view && viewId !== undefined) throw unresolvedReferences([{ path: 'view_id', noun: 'view', id: viewId }]);
    if (!view) throw new Problem('conflict', `The table ${schema.plural_label} has no view to share; create one with POST …/views first.`);
    assertIsShared(view);
    if ((await countShareLinks(connection, space, table)) >= MAX_SHARE_LINKS_PER_TABLE)
      throw new Problem('limit_reached', `A table can have ${MAX_SHARE_LINKS_PER_TABLE} share links; revoke one first.`);
    return { schema, view };
  }

  return {
    list: async ({ input, caller }) => {
      await schemas.read(database, caller.space_id, input.table_id);
      const page = JSON.parse(await readPage(database, listShareLinks(caller.space_id, input)));
      return { ...page, data: page.data.map(wire) };
    },

    get: async ({ input, caller }) => {
      await schemas.read(database, caller.space_id, input.table_id);
      return wire(await findShareLink(database, caller.space_id, input.table_id, input.link_id));
    },

    create: async (call) => {
      const { table_id, view_id, name = null, password, expires_at } = call.input;
      const space_id = call.caller.space_id;
      const stored = await replayIfStored('tables', ports, call);
      if (stored) return stored;
      const until = expires_at === undefined ? null : Date.parse(expires_at);
      if (until !== null && until <= clock.now())
        throw invalidFields([{ path: 'expires_at', code: 'in_the_past', message: 'must be in the future' }]);
      // A hash costs 100 ms by design: it is made before the transaction, and only for a link that can be created.
      if (password !== undefined) await findShared(database, call.caller, table_id, view_id);
      const password_hash = password === undefined ? null : await hashPassword(password);
      return write.write(call, async (tx) => {
        if (!(await lockViews(tx, space_id, table_id))) throw notFound('table', table_id);
        const { schema, view } = await findShared(tx, call.caller, table_id, view_id);
        const token = newToken();
        const link = await insertShareLink(
          tx,
          {
            space_id,
            id: newId('shr'),
            table_id,
            view_id: view.id,
            name,
            token_hash: hashToken(token),
            sealed_token: box.seal(token),
            password_hash,
            expires_at: until === null ? null : isoTime(until),
          },
          tx.now,
        );
        tx.emit(tableShareLinkCreated, {
          table_id,
          table: schema.plural_label,
          view_id: view.id,
          view: view.name,
          share_link_id: link.id,
          share_link: name,
          has_password: link.has_password,
          expires_at: until === null ? null : isoTime(until),
        });
        return wire(link);
      });
    },

    update: async (call) => {
      const { table_id, link_id, view_id, name, password, expires_at } = call.input;
      const { space_id } = call.caller;
      const replayed = await replayIfStored('tables', ports, call);
      if (replayed) return replayed;
      // The hash is made before the transaction, and only for a link that exists.
      if (password && !(await lockShareLink(database, space_id, table_id, link_id))) throw notFound('share link', link_id);
      const newHash = password ? await hashPassword(password) : null;
      return write.write(call, async (tx) => {
        // Locked, so that the new view of the link does not become personal meanwhile.
        if (view_id !== undefined) await lockViews(tx, space_id, table_id);
        const schema = await schemas.read(tx, space_id, table_id);
        const stored = await lockShareLink(tx, space_id, table_id, link_id);
        if (!stored) throw notFound('share link', link_id);
        const view = await findView(tx, space_id, table_id, view_id ?? stored.view_id, viewerOf(call.caller));
        if (!view && view_id !== undefined) throw unresolvedReferences([{ path: 'view_id', noun: 'view', id: view_id }]);
        if (view) assertIsShared(view);
        const earlier = fieldsOf(stored);
        const wanted = {
          view_id: view_id ?? earlier.view_id,
          name: name === undefined ? earlier.name : name,
          expires_at: expires_at === undefined ? earlier.expires_at : expires_at && isoTime(Date.parse(expires_at)),
        };
        const changed = (['view_id', 'name', 'expires_at'] as const).filter((field) => wanted[field] !== earlier[field]);
        const hasNewPassword = password !== undefined && (password !== null || stored.has_password);
        const all = [...changed, ...(hasNewPassword ? ['password'] : [])];
        // A password is stored as a hash, so only the change of a link that had none can be undone.
        const before = {
          ...Object.fromEntries(changed.map((field) => [field, earlier[field]])),
          ...(hasNewPassword && !stored.has_password ? { password: null } : {}),
        };
        if (all.length === 0) return { ...wire(stored), changed: all, before };
        const password_hash = hasNewPassword ? newHash : stored.password_hash;
        const link = await updateShareLink(tx, space_id, { id: link_id, ...wanted, password_hash }, tx.now);
        tx.emit(tableShareLinkUpdated, {
          table_id,
          table: schema.plural_label,
          view_id: link.view_id,
          view: view?.name ?? null,
          share_link_id: link_id,
          share_link: link.name,
          changed: all,
          has_password: link.has_password,
          expires_at: wanted.expires_at,
        });
        return { ...wire(link), changed: all, before };
      });
    },

    delete: (call) =>
      write.write(call, async (tx) => {
        const { table_id, link_id } = call.input;
        const schema = await schemas.read(tx, call.caller.space_id, table_id);
        const gone = await deleteShareLink(tx, call.caller.space_id, table_id, link_id);
        if (!gone) throw notFound('share link', link_id);
        tx.emit(tableShareLinkRevoked, {
          table_id,
          table: schema.plural_label,
          view_id: gone.view_id,
          view: gone.view,
          share_link_id: link_id,
          share_link: gone.name,
        });
        return { id: link_id, deleted: true as const };
      }),
  };
}
