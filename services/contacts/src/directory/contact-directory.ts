import type { Handlers } from '@space/bus';
import type { contactDirectory } from '@space/contracts/contacts';
import type { Ports } from '@space/runtime';
import { contactBlock } from '../contacts/contact.ts';
import { captureHandler } from './capture.ts';
import { findContacts, findMerged, findMergedInto } from './contact-directory.queries.ts';

/** Creates the handlers of the contact directory, which other services call. It ignores ids and emails of other Spaces. */
export function contactDirectoryHandlers(ports: Ports): Handlers<typeof contactDirectory> {
  const { database } = ports;
  return {
    async resolve({ input, caller }) {
      if (input.ids.length === 0 && input.emails.length === 0) return { contacts: [], merged: [] };
      const merged = await findMerged(database, caller.space_id, input.ids, input.emails);
      const ids = merged.length > 0 ? [...input.ids, ...merged.map(({ contact_id }) => contact_id)] : input.ids;
      const found = await findContacts(database, caller.space_id, ids, input.emails);
      return { contacts: found.map(contactBlock), merged: [...merged] };
    },
    merged: async ({ input: { ids }, caller }) => ({ merged: [...(await findMergedInto(database, caller.space_id, ids))] }),
    capture: captureHandler(ports),
  };
}
