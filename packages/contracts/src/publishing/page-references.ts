import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';

/** A page that uses a form or a booking page. */
const PageUse = z
  .object({
    page_id: z.string(),
    page: z.string().describe('The title of the page'),
    url: z.string().nullable().describe('Public address of the page; null while it is not published'),
    in_draft: z.boolean().describe('True if the draft of the page uses it'),
    in_published: z.boolean().describe('True if the published page uses it'),
  })
  .meta({ id: 'PageUse' });

const listing = { limit, cursor, include_total: includeTotal };

/** The pages that use a form or a booking page. */
export const pageReferences = contract({
  name: 'page_references',
  service: 'publishing',
  tag: 'Page references',
  description: 'The pages that use a form or a booking page: look before you change or delete one.',
  operations: {
    form: operation({
      summary: 'List the pages that use a form',
      description: 'Pages that embed it, link to it or submit to it, in their present content or in the published version.',
      scope: 'forms:read',
      route: { method: 'GET', path: '/forms/:id/used-by', status: 200 },
      tools: [{ name: 'list_pages_with_form', family: 'forms', action: 'used_by' }],
      input: z.strictObject({ id: id('form'), ...listing }),
      output: page(PageUse),
      problems: ['unavailable'],
    }),
    booking_page: operation({
      summary: 'List the pages that use a booking page',
      description: 'Pages that embed it or link to it, in their present content or in the published version.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/booking-pages/:id/used-by', status: 200 },
      tools: [{ name: 'list_pages_with_booking_page', family: 'booking_pages', action: 'used_by' }],
      input: z.strictObject({ id: id('booking page'), ...listing }),
      output: page(PageUse),
      problems: ['unavailable'],
    }),
  },
});
