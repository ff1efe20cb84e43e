import { type Handlers, Json } from '@space/bus';
import { type Contact, contacts } from '@space/contracts/contacts';
import { notFound, Problem } from '@space/contracts/core';
import { isoTime, mustMatch, newId } from '@space/database';
import { createWriter } from '@space/event-log';
import { type Service, serving } from '@space/runtime';

/** What a test can say to the service behind the gateway, and what it saw. */
export interface StubContacts {
  readonly service: Service;
  /** Every call that came, as the service sees it. */
  readonly calls: { operation: string; caller: unknown; input: unknown; request_id: string; trace: unknown; deadline?: number }[];
  /** Runs before each answer: throws, waits, or does nothing. */
  before: () => unknown;
}

/** Contacts kept in memory, so that the gateway is tested without any other service of ours. */
export function stubContacts(): StubContacts {
  const stub: { -readonly [K in keyof StubContacts]: StubContacts[K] } = { calls: [], before: () => {}, service: undefined as never };
  const kept = new Map<string, { contact: Contact; version: number }>();
  stub.service = {
    name: 'contacts',
    // The answers to idempotency keys are kept where the gateway keeps its own.
    schema: 'gateway',
    emits: false,
    open(ports) {
      const write = createWriter('gateway', ports);
      const find = (id: string) => {
        const one = kept.get(id);
        if (!one) throw notFound('contact', id);
        return one;
      };
      const make = (fields: Partial<Contact>): Contact => {
        const now = isoTime(ports.clock.now());
        const empty = { phone: null, company: null, line_of_work: null, location: null, bio: null, custom_fields: {}, tags: [] };
        return { id: newId('con'), created_at: now, updated_at: now, name: '', email: '', ...empty, ...fields };
      };
      const handlers: Handlers<typeof contacts> = {
        list: async () => ({ data: [...kept.values()].map(({ contact }) => contact), has_more: false, next_cursor: null }),
        create: (call) =>
          write.write(call, async () => {
            const taken = [...kept.values()].find(({ contact }) => contact.email === call.input.email);
            if (taken) throw new Problem('duplicate', 'There is one already.', { existing_id: taken.contact.id });
            const contact = make(call.input);
            if (!call.dry_run) kept.set(contact.id, { contact, version: 1 });
            return new Json(JSON.stringify(contact), 1);
          }),
        get: async ({ input }) => {
          const { contact, version } = find(input.id);
          return new Json(JSON.stringify(contact), version);
        },
        update: async ({ input: { id, ...fields }, if_version, dry_run }) => {
          const one = find(id);
          mustMatch(if_version, one.version);
          if (dry_run) return new Json(JSON.stringify({ ...one.contact, ...fields }), one.version + 1);
          one.contact = { ...one.contact, ...fields };
          one.version++;
          return new Json(JSON.stringify(one.contact), one.version);
        },
        delete: (call) =>
          write.write(call, async () => {
            find(call.input.id);
            if (!call.dry_run) kept.delete(call.input.id);
            return { id: call.input.id, deleted: true as const };
          }),
        tag: async ({ input }) => {
          const one = find(input.id);
          one.contact = { ...one.contact, tags: [...new Set([...one.contact.tags, ...input.tags])] };
          return one.contact;
        },
        untag: async ({ input }) => {
          const one = find(input.id);
          const removed_tags = one.contact.tags.filter((tag) => input.tags.includes(tag));
          one.contact = { ...one.contact, tags: one.contact.tags.filter((tag) => !removed_tags.includes(tag)) };
          return { ...one.contact, removed_tags };
        },
      };
      const watched = Object.fromEntries(
        Object.entries(handlers).map(([operation, handler]) => [
          operation,
          async (call: never) => {
            const { caller, input, request_id, trace } = call as { caller: unknown; input: unknown; request_id: string; trace: unknown };
            stub.calls.push({ operation, caller, input, request_id, trace });
            await stub.before();
            return (handler as (call: never) => unknown)(call);
          },
        ]),
      );
      return { serves: [serving(contacts, watched as never)] };
    },
  };
  return stub;
}
