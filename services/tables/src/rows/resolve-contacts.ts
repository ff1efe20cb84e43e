import { type CallContext, request } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import type { FieldError, OutputOf } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { Contact, Contacts } from '../present/row-response.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import { linkedIds } from '../schema/lookups.ts';
import type { Cell, Schema } from '../schema/schema.ts';
import type { RowDraft } from './draft-rows.ts';

/** Emails in one request to the contacts service, and ids, of which it would accept more. */
const MAX_EMAILS_PER_REQUEST = 1_000;

/** Drafts whose contact cells hold ids of existing contacts. */
export interface ResolvedContacts {
  readonly drafts: readonly RowDraft[];
  readonly contacts: Contacts;
  readonly errors: readonly (FieldError & { at: string; column_key: string })[];
}

/**
 * Resolves the contacts of drafts by id and by email, and reads those of `also`, which the rows already hold. Contacts
 * of `also` may be missing. It calls another service, so call it before the transaction. Returns errors instead of
 * throwing.
 */
export async function tryResolveContacts(
  bus: Ports['bus'],
  call: CallContext,
  schema: Schema,
  drafts: readonly RowDraft[],
  also: readonly unknown[] = [],
): Promise<ResolvedContacts> {
  const { contacts: columns } = columnRolesOf(schema);
  if (columns.length === 0) return { drafts, contacts: new Map(), errors: [] };
  const existingIds = new Set(also.flatMap((cell) => linkedIds(cell as Cell)));
  const ids = new Set(existingIds);
  const emails = new Set<string>();
  for (const { patch, texts } of drafts)
    for (const { cid } of columns) {
      for (const id of linkedIds(patch[cid])) ids.add(id);
      for (const text of texts[cid] ?? []) emails.add(text.toLowerCase());
    }
  const { found, merged } = await findContacts(bus, call, [...ids], [...emails]);
  const contacts = new Map(found.map((contact) => [contact.id, contact]));
  const byEmail = new Map([
    ...merged.map(({ email, contact_id }) => [email.toLowerCase(), contact_id] as const),
    ...found.map(({ id, email }) => [email.toLowerCase(), id] as const),
  ]);
  // The id of a contact that was merged into another one finds the surviving contact.
  for (const { id, contact_id } of merged) {
    const survivor = contacts.get(contact_id);
    if (survivor) contacts.set(id, survivor);
  }
  const errors: (FieldError & { at: string; column_key: string })[] = [];
  const resolved = drafts.map((draft) => {
    const patch = { ...draft.patch };
    const texts = { ...draft.texts };
    for (const { cid, key } of columns) {
      const given = [
        ...linkedIds(patch[cid]).map((id) => contacts.get(id)?.id ?? (existingIds.has(id) ? id : [id])),
        ...(texts[cid] ?? []).map((text) => byEmail.get(text.toLowerCase()) ?? [text]),
      ];
      delete texts[cid];
      if (given.length === 0) continue;
      for (const one of given)
        if (typeof one !== 'string')
          errors.push({
            at: draft.at,
            column_key: key,
            path: `${draft.at}.${key}`,
            code: 'unresolved_reference',
            message: `there is no contact "${one[0]!.slice(0, 254)}" in this Space`,
          });
      patch[cid] = [...new Set(given.flat())];
    }
    return { ...draft, patch, texts };
  });
  return { drafts: resolved, contacts, errors };
}

type MergedContact = OutputOf<(typeof contactDirectory)['operations']['resolve']>['merged'][number];

async function findContacts(
  bus: Ports['bus'],
  call: CallContext,
  ids: readonly string[],
  emails: readonly string[],
): Promise<{ readonly found: readonly Contact[]; readonly merged: readonly MergedContact[] }> {
  const requests: Promise<{ contacts: Contact[]; merged: MergedContact[] }>[] = [];
  for (let start = 0; start < Math.max(ids.length, emails.length); start += MAX_EMAILS_PER_REQUEST)
    requests.push(
      request(bus, call, contactDirectory, 'resolve', {
        ids: ids.slice(start, start + MAX_EMAILS_PER_REQUEST),
        // A longer text cannot be an email address.
        emails: emails.slice(start, start + MAX_EMAILS_PER_REQUEST).filter(({ length }) => length <= 254),
      }),
    );
  const answers = await Promise.all(requests);
  return { found: answers.flatMap(({ contacts }) => contacts), merged: answers.flatMap(({ merged }) => merged) };
}
