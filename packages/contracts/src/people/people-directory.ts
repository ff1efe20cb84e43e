import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { SETUP_LINK_MINUTES } from './limits.ts';

/** Makes the link of the first person, over the bus only. */
export const peopleDirectory = contract({
  name: 'people_directory',
  service: 'gateway',
  tag: 'People directory',
  description: 'The start of an installation without people.',
  operations: {
    setup_link: operation({
      summary: 'Make the link with which the first person becomes the owner of a Space',
      description: `Valid for ${SETUP_LINK_MINUTES} minutes and for one use; earlier links of the Space end. null when the installation has a person.`,
      audience: 'internal',
      input: z.strictObject({ space_id: id('Space') }),
      output: z.object({ url: z.string().nullable() }),
      confidential: true,
    }),
  },
});
