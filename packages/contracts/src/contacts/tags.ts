import { z } from 'zod';
import { resource } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';

/** A word that contacts are marked with. */
export const Tag = z
  .object({ ...resource, name: z.string(), contact_count: z.int().describe('Contacts that have it') })
  .meta({ id: 'Tag' });

/** The words contacts are marked with; a tag is made when it is first used. */
export const tags = contract({
  name: 'tags',
  service: 'contacts',
  tag: 'Tags',
  description: 'The words contacts are marked with. A tag is made when it is first put on a contact.',
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
