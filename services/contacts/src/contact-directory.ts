import type { Handlers } from '@space/bus';
import type { contactDirectory } from '@space/contracts/contacts';
import type { Ports } from '@space/runtime';
import { aboutContact } from './contact-block.ts';
import { findContacts } from './contact-directory.queries.ts';

/** Answers other services who the people are that their things point to; ids and emails of other Spaces are passed over. */
export const contactDirectoryHandlers = ({ database }: Pick<Ports, 'database'>): Pick<Handlers<typeof contactDirectory>, 'resolve'> => ({
  resolve: async ({ input, caller }) => {
    if (input.ids.length === 0 && input.emails.length === 0) return { contacts: [] };
    const found = await findContacts(database, caller.space_id, input.ids, input.emails);
    return { contacts: found.map((contact) => aboutContact(contact).contact) };
  },
});
