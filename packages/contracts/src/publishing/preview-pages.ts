import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { contract } from '../core/operation.ts';
import { publicPage } from '../core/public-page.ts';
import { askedPart } from './address-slug.ts';
import { webAddress } from './web-address.ts';

/** A link to something as it would look if it were published now. */
export const PreviewLink = z
  .object({ url: webAddress.describe('Whoever has it can open it'), expires_at: timestamp.describe('When it can no longer be opened') })
  .meta({ id: 'PreviewLink' });

/** Pages and posts that are not published, for those who were given a link. */
export const previewPages = contract({
  name: 'preview_pages',
  service: 'publishing',
  tag: 'Previews',
  description: 'Pages and posts as they would look if they were published now.',
  operations: {
    open: publicPage({
      summary: 'Open a preview',
      method: 'GET',
      path: '/preview/:token',
      parameters: { token: askedPart },
    }),
  },
});
