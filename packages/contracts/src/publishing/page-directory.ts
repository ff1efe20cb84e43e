import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';

/** Answers other services about pages, over the bus only. */
export const pageDirectory = contract({
  name: 'page_directory',
  service: 'publishing',
  tag: 'Page directory',
  description: 'The pages of a Space that visitors can open.',
  operations: {
    find_addresses: operation({
      summary: 'Look up the addresses of published pages by id',
      description: 'Answers those that are published, and says nothing of the others.',
      audience: 'internal',
      input: z.strictObject({ ids: z.array(z.string().max(64)).max(1_000) }),
      output: z.object({ pages: z.array(z.object({ id: z.string(), url: z.string() })) }),
    }),
  },
});
