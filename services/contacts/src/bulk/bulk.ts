import type { Handlers } from '@space/bus';
import type { contacts } from '@space/contracts/contacts';
import { type FieldError, invalidFields } from '@space/contracts/core';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { findTwins } from './bulk.queries.ts';
import { createChangeRecorder } from './change-recorder.ts';
import { deleteManyContacts } from './delete-many-contacts.ts';
import { exportContacts } from './export-contacts.ts';
import { importContacts } from './import-contacts.ts';
import { revertContacts } from './revert-contacts.ts';
import { tagManyContacts } from './tag-many-contacts.ts';
import { upsertContacts } from './upsert-contacts.ts';

/** Creates the handlers of operations on many contacts. */
export function bulkHandlers(
  ports: Ports,
): Pick<Handlers<typeof contacts>, 'upsert' | 'export' | 'import' | 'delete_bulk' | 'tag_bulk' | 'revert_bulk'> {
  const writer = createWriter('contacts', ports);
  return {
    async upsert(call) {
      const { contacts: given } = call.input;
      const repeated = findRepeatedEmails(given);
      if (repeated.length > 0) throw invalidFields(repeated);
      const entries = given.map(({ email, tags = [], ...fields }) => ({ email, tags, fields }));
      return writer.write(call, async function upsertInTransaction(tx) {
        const twins = await findTwins(
          tx,
          call.caller.space_id,
          given.map(({ email }) => email),
        );
        if (twins.length > 0) throw invalidFields(twins.map(sameContact));
        const recorder = createChangeRecorder(tx, call.caller.space_id);
        const outcomes = await upsertContacts(tx, call.caller.space_id, entries, { recorder });
        const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
        return {
          results: outcomes.map(({ id, outcome }, index) => ({ index, outcome, id })),
          created: count('created'),
          updated: count('updated'),
          unchanged: count('unchanged'),
          change_id: await recorder.finish(),
        };
      });
    },

    export: (call) => exportContacts(ports.database, call),

    import: (call) => importContacts(writer, call),

    delete_bulk: (call) => deleteManyContacts(writer, call),

    tag_bulk: (call) => tagManyContacts(writer, call),

    revert_bulk: (call) => revertContacts(writer, call),
  };
}

const sameContact = ({ position, first }: { readonly position: number; readonly first: number }): FieldError => ({
  path: `contacts.${position}.email`,
  code: 'duplicate',
  message: `finds the same contact as contacts.${first}, because contacts were merged; send each contact once`,
});

function findRepeatedEmails(given: readonly { readonly email: string }[]): FieldError[] {
  const first = new Map<string, number>();
  return given.flatMap(({ email }, index) => {
    const twin = first.get(email.toLowerCase());
    first.set(email.toLowerCase(), twin ?? index);
    return twin === undefined
      ? []
      : [{ path: `contacts.${index}.email`, code: 'duplicate', message: `is the same as in contacts.${twin}; send each contact once` }];
  });
}
