import { z } from 'zod';
import { resource } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';

/** A label of contacts. */
export const Tag = z
  .object({ ...resource, name: z.string(), contact_count: z.int().describe('Contacts with this tag') })
  .meta({ id: 'Tag' });

/** The labels of contacts. A tag is created when it is first used. */
export const tags = contract({
  name: 'tags',
  service: 'contacts',
  tag: 'Tags',
  description: 'The labels of contacts. A tag is created when it is first added to a contact.',
  operations: {
    list: operation({
      summary: 'List tags',
      description: 'By name.',
      scope: 'contacts:read',
      route: { method: 'GET', path: '/tags', status: 200 },
      tools: [{ name: 'list_tags', family: 'contacts', action: 'list_tags' }],
      input: z.strictObject({ limit, cursor, include_total: includeTotal }),
      output: page(Tag),
    }),
  },
});
