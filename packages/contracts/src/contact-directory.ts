import { z } from 'zod';
import { ContactBlock } from './event-types/contacts.ts';
import { contract, operation } from './operation.ts';

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
  },
});
