import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { contract } from '../core/operation.ts';
import { publicPage } from '../core/public-page.ts';
import { requestedSegment } from './address-slug.ts';
import { webAddress } from './web-address.ts';

/** A link to a page or post as it would look if it were published now. */
export const PreviewLink = z
  .object({
    url: webAddress.describe('Everyone who has the link can open it'),
    expires_at: timestamp.describe('Time at which the link expires'),
  })
  .meta({ id: 'PreviewLink' });

/** Previews of pages and posts, for visitors who have a link. */
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
      parameters: { token: requestedSegment },
    }),
  },
});
