import { z } from 'zod';
import { line } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { ContactBlock, contactCreated, contactUpdated } from './contacts.events.ts';
import { NewContact } from './contacts.ts';

/** What is known of a person beside the id: the same fields that a contact has, all but the email optional. */
const captured = { ...NewContact.shape, name: line(200) };

/** What other services ask about people, over the bus only. */
export const contactDirectory = contract({
  name: 'contact_directory',
  service: 'contacts',
  tag: 'Contact directory',
  description: 'Who the people are that other parts of a Space point to.',
  operations: {
    resolve: operation({
      summary: 'Look up contacts by id or email',
      description: 'Answers those that are in this Space, and says nothing of the others.',
      audience: 'internal',
      input: z.strictObject({
        ids: z.array(z.string().max(64)).max(10_000).default([]),
        emails: z.array(z.string().max(254)).max(1_000).default([]),
      }),
      output: z.object({ contacts: z.array(ContactBlock) }),
    }),
    capture: operation({
      summary: 'Find or make the contact of an email',
      description:
        'Makes the contact when nobody has the email, with the part before the @ for a name when none is given. Otherwise what is given takes the place of what was there; what is empty changes nothing.',
      audience: 'internal',
      input: z.strictObject({ ...z.strictObject(captured).partial().shape, email: captured.email }),
      output: ContactBlock,
      emits: [contactCreated, contactUpdated],
    }),
  },
});
