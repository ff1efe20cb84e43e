import { z } from 'zod';
import { contract, operation } from '../operation.ts';

/** Where a form or a booking page is used. */
export const PageReference = z.object({
  target_id: z.string().describe('The form or booking page'),
  page_id: z.string(),
  page: z.string().describe('The title of the page'),
  url: z.string().nullable().describe('Where visitors find the page; null while it is not published'),
  in_draft: z.boolean().describe('Whether what the page says now uses it'),
  in_published: z.boolean().describe('Whether what visitors see uses it'),
});

/** Which pages use a form or a booking page; the service that owns those asks, over the bus only. */
export const pageReferences = contract({
  name: 'page_references',
  service: 'publishing',
  tag: 'Page references',
  description: 'Which pages of a Space use its forms and booking pages.',
  operations: {
    used_by: operation({
      summary: 'Find the pages that use forms or booking pages',
      description: 'Answers each use once, by page; what nothing uses is not mentioned.',
      audience: 'internal',
      input: z.strictObject({ ids: z.array(z.string().max(64)).max(1_000) }),
      output: z.object({ references: z.array(PageReference) }),
    }),
  },
});
