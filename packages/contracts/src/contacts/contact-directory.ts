import { z } from 'zod';
import { line } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { NewContact } from './contact.ts';
import { ContactBlock, contactCreated, contactUpdated } from './contacts.events.ts';
import { MAX_MERGED_LOOKUP } from './limits.ts';

/** The fields of a captured person: those of a new contact, with the email required. */
const captured = { ...NewContact.shape, name: line(200) };

/** Operations about people for other services, over the bus only. */
export const contactDirectory = contract({
  name: 'contact_directory',
  service: 'contacts',
  tag: 'Contact directory',
  description: 'Looks up and creates the people that other parts of a Space refer to.',
  operations: {
    resolve: operation({
      summary: 'Look up contacts by id or email',
      description:
        'Returns the contacts of this Space and ignores ids and emails that are not in it. For the id or email of a contact that was merged into another one it returns the surviving one.',
      audience: 'internal',
      input: z.strictObject({
        ids: z.array(z.string().max(64)).max(10_000).default([]),
        emails: z.array(z.string().max(254)).max(1_000).default([]),
      }),
      output: z.object({
        contacts: z.array(ContactBlock),
        merged: z
          .array(z.object({ id: z.string(), email: z.string(), contact_id: z.string().describe('Id of the surviving contact') }))
          .describe('Removed contacts that the call named by id or email'),
      }),
    }),
    merged: operation({
      summary: 'Look up contacts that were merged into others',
      description: `Returns the latest ${MAX_MERGED_LOOKUP} of the removed contacts that stand for the same people as the ids, of all without ids.`,
      audience: 'internal',
      input: z.strictObject({ ids: z.array(z.string().max(64)).max(MAX_MERGED_LOOKUP).optional() }),
      output: z.object({ merged: z.array(z.object({ id: z.string(), contact_id: z.string().describe('Id of the surviving contact') })) }),
    }),
    capture: operation({
      summary: 'Find or create the contact of an email',
      description:
        'Creates the contact if no contact has the email; the default name is the part before the @. Otherwise the given fields replace the stored ones; empty fields change nothing.',
      audience: 'internal',
      input: z.strictObject({ ...z.strictObject(captured).partial().shape, email: captured.email }),
      output: ContactBlock,
      emits: [contactCreated, contactUpdated],
    }),
  },
});
