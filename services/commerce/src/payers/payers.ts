import { type Bus, request } from '@space/bus';
import { type ContactBlock, contactDirectory } from '@space/contracts/contacts';
import { emailAddress, Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import type { Connection } from '../connections/connection.ts';
import { connectionCall } from '../connections/transaction.ts';
import type { Findings, Payer } from '../provider-port/findings.ts';
import { findPayers } from './payers.queries.ts';

/** Returns the payers that a provider described, by their ids there. */
export async function payersByReference(
  database: CommonQueryMethods,
  connection: Pick<Connection, 'space_id' | 'id'>,
  references: readonly string[],
): Promise<ReadonlyMap<string, Payer>> {
  if (references.length === 0) return new Map();
  return new Map((await findPayers(database, connection, [...new Set(references)])).map(({ reference, ...payer }) => [reference, payer]));
}

/** Returns the ids at the provider of the payers that findings name without describing them. */
export const payerReferencesOf = (findings: readonly Findings[]): string[] =>
  findings.flatMap(({ facts = [], subscriptions = [] }) => [
    ...facts.flatMap(({ data }) => data.payer_reference ?? []),
    ...subscriptions.flatMap(({ payer_reference }) => payer_reference ?? []),
  ]);

/** A contact as events show it. */
export type Contact = z.infer<typeof ContactBlock>;

/** The contacts that a transaction may need, by id and by email in lower case. */
export interface Contacts {
  byId(id: string): Contact | null;
  byEmail(email: string): Contact | null;
  /** Returns true if the contact of an email was looked for, or if none can have it. */
  covers(email: string): boolean;
  /** Returns true if the contact with an id was looked for. */
  coversId(id: string): boolean;
}

/** Returns the payers that findings name, one for each email. */
export function payersOf(findings: readonly Findings[], described: readonly Payer[] = []): Payer[] {
  const named = findings.flatMap(({ facts = [], invoices = [], subscriptions = [], payers = [] }) => [
    ...facts.map(({ data }) => data.payer),
    ...invoices.map(({ payer }) => payer),
    ...subscriptions.map(({ payer }) => payer),
    ...payers.map(({ payer }) => payer),
  ]);
  const found = [...named, ...described];
  const byEmail = new Map<string, Payer>();
  for (const payer of found) {
    if (!payer || !emailAddress.safeParse(payer.email).success) continue;
    const known = byEmail.get(payer.email.toLowerCase());
    if (!known || (!known.name && payer.name)) byEmail.set(payer.email.toLowerCase(), payer);
  }
  return [...byEmail.values()];
}

/**
 * Finds the contacts of payers, and creates those that do not exist. A contact that exists is never renamed: the name on an invoice
 * is not how a person wants to be called. Must not be called inside a transaction. Throws `unavailable` or `timeout`.
 */
export async function findContacts(
  bus: Pick<Bus, 'request'>,
  connection: Connection,
  payers: readonly Payer[],
  ids: readonly string[],
  onRefused: (problem: Problem) => void,
): Promise<Contacts> {
  const context = connectionCall(connection);
  const emails = payers.map(({ email }) => email);
  const byId = new Map<string, Contact>();
  const byEmail = new Map<string, Contact>();
  for (let from = 0; from < Math.max(emails.length, ids.length); from += LOOKUP_SIZE) {
    const part = { ids: ids.slice(from, from + LOOKUP_SIZE), emails: emails.slice(from, from + LOOKUP_SIZE) };
    const { contacts, merged } = await request(bus, context, contactDirectory, 'resolve', part);
    for (const contact of contacts) {
      byId.set(contact.id, contact);
      byEmail.set(contact.email.toLowerCase(), contact);
    }
    for (const { id, email, contact_id } of merged) {
      const survivor = byId.get(contact_id);
      if (!survivor) continue;
      byId.set(id, survivor);
      byEmail.set(email.toLowerCase(), survivor);
    }
  }
  const unknown = payers.filter(({ email }) => !byEmail.has(email.toLowerCase()));
  for (let from = 0; from < unknown.length; from += CONCURRENT_CAPTURES) {
    const captured = await Promise.all(
      unknown.slice(from, from + CONCURRENT_CAPTURES).map(async (payer) => ({ payer, contact: await capture(payer) })),
    );
    for (const { payer, contact } of captured) {
      if (!contact) continue;
      byId.set(contact.id, contact);
      byEmail.set(payer.email.toLowerCase(), contact);
    }
  }
  const asked = new Set(emails.map((email) => email.toLowerCase()));
  return {
    byId: (id) => byId.get(id) ?? null,
    byEmail: (email) => byEmail.get(email.toLowerCase()) ?? null,
    coversId: (id) => byId.has(id) || ids.includes(id),
    covers: (email) => asked.has(email.toLowerCase()) || !emailAddress.safeParse(email).success,
  };

  async function capture({ email, name, phone }: Payer): Promise<Contact | null> {
    try {
      return await request(bus, context, contactDirectory, 'capture', {
        email,
        ...(name?.trim() && { name: oneLine(name, MAX_NAME) }),
        ...(phone?.trim() && { phone: oneLine(phone, MAX_PHONE) }),
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'unavailable' || error.code === 'timeout') throw error;
      onRefused(error);
      return null;
    }
  }
}

/** Payers that become contacts at the same time: their commits share a write to the disk. */
const CONCURRENT_CAPTURES = 16;

/** Payers that one question to contacts names. */
const LOOKUP_SIZE = 500;

/** Characters of a name and of a phone number that a contact may have. */
const MAX_NAME = 200;
const MAX_PHONE = 50;

/** Returns a text without control characters, and at most so long. */
const oneLine = (text: string, max: number): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max);
