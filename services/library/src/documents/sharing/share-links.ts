import type { Handlers } from '@space/bus';
import { invalidFields, notFound, Problem } from '@space/contracts/core';
import {
  type DocumentShareLink,
  documentShareLinkCreated,
  documentShareLinkRevoked,
  type documentShareLinks,
  documentShareLinkUpdated,
  MAX_SHARE_LINKS_PER_DOCUMENT,
} from '@space/contracts/documents';
import { isoTime, newId, readPage } from '@space/database';
import { replayIfStored, type Transaction } from '@space/event-log';
import { hashPassword, hashToken, newToken, publicOrigin } from '@space/web';
import type { DocumentPorts } from '../content/document-ports.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { assertNotTrashed, findDocument, lockDocuments } from '../rows/find-document.ts';
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

/**
 * Creates the handlers of share links of documents. The token of a link reads its document. A link is found by the hash of its token, and the
 * sealed token lets callers read the address again. No cache holds a link, so that the next request after its revocation fails.
 */
export function documentShareLinkHandlers({ ports, writer }: Pick<DocumentPorts, 'ports' | 'writer'>): Handlers<typeof documentShareLinks> {
  const { database, box, clock } = ports;
  const origin = publicOrigin(ports.config);

  const wire = ({ sealed_token, ...link }: ShareLinkRow): DocumentShareLink => ({
    ...link,
    url: `${origin}/d/${box.open(Buffer.from(sealed_token, 'base64'))}`,
  });

  return {
    async list({ input, caller }) {
      await findDocument(database, caller.space_id, input.id);
      const page = JSON.parse(await readPage(database, listShareLinks(caller.space_id, input)));
      return { ...page, data: page.data.map(wire) };
    },

    async get({ input: { id, link_id }, caller }) {
      await findDocument(database, caller.space_id, id);
      return wire(orNotFound(await findShareLink(database, caller.space_id, id, link_id), link_id));
    },

    async create(call) {
      const { id, name = null, password, expires_at } = call.input;
      const space_id = call.caller.space_id;
      const stored = await replayIfStored('library', ports, call);
      if (stored) return stored;
      const until = expires_at === undefined ? null : isoTime(Date.parse(expires_at));
      if (until !== null && Date.parse(until) <= clock.now())
        throw invalidFields([{ path: 'expires_at', code: 'in_the_past', message: 'must be in the future' }]);
      // A hash costs 100 ms by design: it is made before the transaction, and only for a document that can be shared.
      if (password !== undefined) assertNotTrashed(await findDocument(database, space_id, id));
      const password_hash = password === undefined ? null : await hashPassword(password);
      return writer.write(call, async function shareInTransaction(tx) {
        const [document] = await lockDocuments(tx, space_id, [id]);
        assertNotTrashed(document!);
        if ((await countShareLinks(tx, space_id, id)) >= MAX_SHARE_LINKS_PER_DOCUMENT)
          throw new Problem('limit_reached', `A document can have ${MAX_SHARE_LINKS_PER_DOCUMENT} share links; revoke one first.`);
        const token = newToken();
        const link_id = newId('dsh');
        const secrets = { token_hash: hashToken(token), sealed_token: box.seal(token), password_hash };
        await insertShareLink(tx, { space_id, id: link_id, document_id: id, name, ...secrets, expires_at: until }, tx.now);
        const link = (await findShareLink(tx, space_id, id, link_id))!;
        tx.emit(documentShareLinkCreated, { ...(await linkData(tx, document!, link)), ...settingsOf(link) });
        return wire(link);
      });
    },

    async update(call) {
      const { id, link_id, name, password, expires_at } = call.input;
      const space = call.caller.space_id;
      const replayed = await replayIfStored('library', ports, call);
      if (replayed) return replayed;
      // The hash is made before the transaction, and only for a link that exists.
      if (password) orNotFound(await findShareLink(database, space, id, link_id), link_id);
      const newHash = password ? await hashPassword(password) : null;
      return writer.write(call, async function updateInTransaction(tx) {
        const [document] = await lockDocuments(tx, space, [id]);
        const earlier = orNotFound(await lockShareLink(tx, space, id, link_id), link_id);
        const wanted = {
          name: name === undefined ? earlier.name : name,
          expires_at: expires_at === undefined ? earlier.expires_at : expires_at && isoTime(Date.parse(expires_at)),
        };
        const changed = (['name', 'expires_at'] as const).filter((field) => wanted[field] !== earlier[field]);
        const hasNewPassword = password !== undefined && (password !== null || earlier.has_password);
        const all = [...changed, ...(hasNewPassword ? ['password'] : [])];
        // A password is stored as a hash, so only the change of a link that had none can be undone.
        const before = {
          ...Object.fromEntries(changed.map((field) => [field, earlier[field]])),
          ...(hasNewPassword && !earlier.has_password ? { password: null } : {}),
        };
        if (all.length === 0) return { ...wire(earlier), changed: all, before };
        await updateShareLink(tx, space, link_id, { ...wanted, password: hasNewPassword ? { hash: newHash } : undefined }, tx.now);
        const link = (await findShareLink(tx, space, id, link_id))!;
        tx.emit(documentShareLinkUpdated, { ...(await linkData(tx, document!, link)), ...settingsOf(link), changed: all });
        return { ...wire(link), changed: all, before };
      });
    },

    delete: (call) =>
      writer.write(call, async function revokeInTransaction(tx) {
        const { id, link_id } = call.input;
        const space = call.caller.space_id;
        const [document] = await lockDocuments(tx, space, [id]);
        const link = orNotFound(await lockShareLink(tx, space, id, link_id), link_id);
        await deleteShareLink(tx, space, link_id);
        tx.emit(documentShareLinkRevoked, await linkData(tx, document!, link));
        return { id: link_id, deleted: true as const };
      }),
  };
}

function orNotFound(link: ShareLinkRow | null, id: string): ShareLinkRow {
  if (!link) throw notFound('share link', id);
  return link;
}

const settingsOf = ({ has_password, expires_at }: ShareLinkRow) => ({ has_password, expires_at });

/** Returns the data of events about a share link. */
async function linkData(tx: Transaction<never>, document: DocumentRow, { id, name }: ShareLinkRow) {
  const dataOf = await eventDataOf(tx, document.space_id, [document]);
  return { ...dataOf(document), share_link_id: id, share_link: name };
}
