import { type Caller, invalidFields, notFound, Problem } from '@space/contracts/core';
import { isoTime, newId, readPage } from '@space/database';
import type { Transaction } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { hashPassword, hashToken, newToken, publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { assertNotTrashed } from '../contents/kinds/assert-editable.ts';
import {
  countShareLinks,
  deleteShareLink,
  findShareLink,
  insertShareLink,
  listShareLinks,
  lockShareLink,
  updateShareLink,
} from './share-links.queries.ts';
import type { SharedKind, SharedThings, SharedTypes, ShareLink, ShareLinkColumns, ShareLinkRow } from './shared-things.ts';

/** The ports of share links. */
type LinkPorts = Pick<Ports, 'database' | 'box' | 'clock' | 'config'>;

/** A call about the share links of a thing. */
interface LinkCall<Input> {
  readonly input: Input & { readonly id: string };
  readonly caller: Pick<Caller, 'space_id'>;
}

interface Named {
  readonly link_id: string;
}

function orNotFound<Link>(link: Link | null, id: string): Link {
  if (!link) throw notFound('share link', id);
  return link;
}

/** Returns a share link as the wire shows it, with its address. */
function wireLink<Row extends ShareLinkColumns>({ box, config }: Pick<LinkPorts, 'box' | 'config'>, path: string, row: Row) {
  const { sealed_token, ...link } = row;
  return { ...link, url: `${publicOrigin(config)}/${path}/${box.open(Buffer.from(sealed_token, 'base64'))}` };
}

/** Returns the share links of a thing that a call asks for. */
export async function readShareLinks<T extends SharedTypes>(
  ports: LinkPorts,
  shared: SharedThings<T>,
  { input, caller: { space_id } }: LinkCall<Parameters<typeof listShareLinks>[2]>,
) {
  await shared.find(ports.database, space_id, input.id);
  const page = JSON.parse(await readPage(ports.database, listShareLinks(space_id, shared.kind, input)));
  return { ...page, data: page.data.map((link: ShareLinkRow<T['kind']>) => wireLink(ports, shared.path, link)) };
}

/** Returns a share link. Throws `not_found`. */
export async function readShareLink<T extends SharedTypes>(
  ports: LinkPorts,
  shared: SharedThings<T>,
  { input: { id, link_id }, caller: { space_id } }: LinkCall<Named>,
): Promise<ShareLink<T['kind']>> {
  await shared.find(ports.database, space_id, id);
  return wireLink(ports, shared.path, orNotFound(await findShareLink(ports.database, space_id, shared.kind, id, link_id), link_id));
}

/** The settings of a new link. */
interface NewSettings {
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  readonly expires_at?: string | undefined;
}

/** The secrets and the end of a link, which are made before its transaction. */
interface PreparedLink {
  readonly password_hash: string | null;
  readonly expires_at: string | null;
}

/** Prepares a new link before its transaction: the hash of a password costs 100 ms by design. */
export async function prepareShareLink<T extends SharedTypes>(
  { database, clock }: LinkPorts,
  shared: SharedThings<T>,
  { input: { id, password, expires_at }, caller: { space_id } }: LinkCall<NewSettings>,
): Promise<PreparedLink> {
  const until = expires_at === undefined ? null : isoTime(Date.parse(expires_at));
  if (until !== null && Date.parse(until) <= clock.now())
    throw invalidFields([{ path: 'expires_at', code: 'in_the_past', message: 'must be in the future' }]);
  // Only for a thing that can be shared.
  if (password !== undefined) assertNotTrashed(await shared.find(database, space_id, id));
  return { password_hash: password === undefined ? null : await hashPassword(password), expires_at: until };
}

/** Creates a link with what was prepared. Throws `limit_reached`. */
export async function createShareLink<T extends SharedTypes>(
  tx: Transaction<T['created']>,
  ports: LinkPorts,
  shared: SharedThings<T>,
  { input: { id, name }, caller: { space_id } }: LinkCall<NewSettings>,
  prepared: PreparedLink,
): Promise<ShareLink<T['kind']>> {
  const { kind, limit } = shared;
  const thing = await shared.lock(tx, space_id, id);
  assertNotTrashed(thing);
  if ((await countShareLinks(tx, space_id, kind, id)) >= limit)
    throw new Problem('limit_reached', `A ${kind} can have ${limit} share links; revoke one first.`);
  const token = newToken();
  const link_id = newId(shared.prefix);
  const secrets = { token_hash: hashToken(token), sealed_token: ports.box.seal(token) };
  await insertShareLink(tx, kind, { space_id, id: link_id, thing_id: id, name: name ?? null, ...secrets, ...prepared }, tx.now);
  const link = (await findShareLink(tx, space_id, kind, id, link_id))!;
  await shared.announceCreated(tx, thing, link);
  return wireLink(ports, shared.path, link);
}

/** The fields of a link that change; null takes a field away. */
interface Settings {
  readonly name?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
}

/** Returns the hash of the new password of a link, or null; it is made before the transaction, and only for a link that exists. */
export async function prepareNewPassword(
  database: CommonQueryMethods,
  { kind }: { readonly kind: SharedKind },
  { input: { id, link_id, password }, caller: { space_id } }: LinkCall<Named & Settings>,
): Promise<string | null> {
  if (!password) return null;
  orNotFound(await findShareLink(database, space_id, kind, id, link_id), link_id);
  return hashPassword(password);
}

/** Changes the settings of a link; `newHash` is that of a new password. */
export async function changeShareLink<T extends SharedTypes>(
  tx: Transaction<T['updated']>,
  ports: LinkPorts,
  shared: SharedThings<T>,
  { input: { id, link_id, name, password, expires_at }, caller: { space_id: space } }: LinkCall<Named & Settings>,
  newHash: string | null,
): Promise<ShareLink<T['kind']> & { changed: string[]; before: Record<string, string | null> }> {
  const { kind, path } = shared;
  const thing = await shared.lock(tx, space, id);
  const earlier = orNotFound(await lockShareLink(tx, space, kind, id, link_id), link_id);
  const wanted = {
    name: name === undefined ? earlier.name : name,
    expires_at: expires_at === undefined ? earlier.expires_at : expires_at && isoTime(Date.parse(expires_at)),
  };
  const fields = (['name', 'expires_at'] as const).filter((field) => wanted[field] !== earlier[field]);
  const hasNewPassword = password !== undefined && (password !== null || earlier.has_password);
  const changed = [...fields, ...(hasNewPassword ? ['password'] : [])];
  // A password is stored as a hash, so only the change of a link that had none can be undone.
  const before = {
    ...Object.fromEntries(fields.map((field) => [field, earlier[field]])),
    ...(hasNewPassword && !earlier.has_password ? { password: null } : {}),
  };
  if (changed.length === 0) return { ...wireLink(ports, path, earlier), changed, before };
  await updateShareLink(tx, space, kind, link_id, { ...wanted, password: hasNewPassword ? { hash: newHash } : undefined }, tx.now);
  const link = (await findShareLink(tx, space, kind, id, link_id))!;
  await shared.announceUpdated(tx, thing, link, changed);
  return { ...wireLink(ports, path, link), changed, before };
}

/** Revokes a link. */
export async function revokeShareLink<T extends SharedTypes>(
  tx: Transaction<T['revoked']>,
  shared: SharedThings<T>,
  { input: { id, link_id }, caller: { space_id } }: LinkCall<Named>,
): Promise<{ id: string; deleted: true }> {
  const thing = await shared.lock(tx, space_id, id);
  const link = orNotFound(await lockShareLink(tx, space_id, shared.kind, id, link_id), link_id);
  await deleteShareLink(tx, space_id, shared.kind, link_id);
  await shared.announceRevoked(tx, thing, link);
  return { id: link_id, deleted: true };
}
