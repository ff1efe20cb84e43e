import { type CallContext, request } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import type { FieldError } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { People, Person } from '../present/row-response.ts';
import { planOf } from '../schema/column-roles.ts';
import { idsIn } from '../schema/lookups.ts';
import type { Cell, Schema } from '../schema/schema.ts';
import type { Draft } from './draft-rows.ts';
import { refuseUnresolved } from './unresolved-references.ts';

/** Contacts that one question names at most. */
const MAX_ASKED = 1_000;

/** Drafts whose contact cells hold ids of contacts that are there. */
export interface Resolved {
  readonly drafts: readonly Draft[];
  readonly people: People;
  readonly faults: readonly (FieldError & { at: string; column_key: string })[];
}

/**
 * Finds the contacts that drafts point to, by id and by email, and those of `also`, which the rows hold
 * already: they are shown, and may stay when they are not there any more. It asks another service, so it comes before the
 * transaction. Faults are answered, not thrown.
 */
export async function tryResolvePeople(
  bus: Ports['bus'],
  asking: CallContext,
  schema: Schema,
  drafts: readonly Draft[],
  also: readonly unknown[] = [],
): Promise<Resolved> {
  const { contacts } = planOf(schema);
  if (contacts.length === 0) return { drafts, people: new Map(), faults: [] };
  const held = new Set(also.flatMap((cell) => idsIn(cell as Cell)));
  const ids = new Set(held);
  const emails = new Set<string>();
  for (const { patch, texts } of drafts)
    for (const { cid } of contacts) {
      for (const id of idsIn(patch[cid])) ids.add(id);
      for (const text of texts[cid] ?? []) emails.add(text.toLowerCase());
    }
  const found = await findPeople(bus, asking, [...ids], [...emails]);
  const people = new Map(found.map((person) => [person.id, person]));
  const byEmail = new Map(found.map(({ id, email }) => [email.toLowerCase(), id]));
  const faults: (FieldError & { at: string; column_key: string })[] = [];
  const resolved = drafts.map((draft) => {
    const patch = { ...draft.patch };
    const texts = { ...draft.texts };
    for (const { cid, key } of contacts) {
      const given = [
        ...idsIn(patch[cid]).map((id) => people.get(id)?.id ?? (held.has(id) ? id : [id])),
        ...(texts[cid] ?? []).map((text) => byEmail.get(text.toLowerCase()) ?? [text]),
      ];
      delete texts[cid];
      if (given.length === 0) continue;
      for (const one of given)
        if (typeof one !== 'string')
          faults.push({
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
  return { drafts: resolved, people, faults };
}

/** The same, refusing the call when a contact is not there. */
export async function resolvePeople(...given: Parameters<typeof tryResolvePeople>): Promise<Resolved> {
  const resolved = await tryResolvePeople(...given);
  refuseUnresolved(resolved.faults);
  return resolved;
}

async function findPeople(
  bus: Ports['bus'],
  asking: CallContext,
  ids: readonly string[],
  emails: readonly string[],
): Promise<readonly Person[]> {
  const asked: Promise<{ contacts: Person[] }>[] = [];
  for (let start = 0; start < Math.max(ids.length, emails.length); start += MAX_ASKED)
    asked.push(
      request(bus, asking, contactDirectory, 'resolve', {
        ids: ids.slice(start, start + MAX_ASKED),
        // What is longer than any email is none.
        emails: emails.slice(start, start + MAX_ASKED).filter(({ length }) => length <= 254),
      }),
    );
  return (await Promise.all(asked)).flatMap(({ contacts }) => contacts);
}
