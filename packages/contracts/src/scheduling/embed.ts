import { z } from 'zod';

/** The HTML that shows a form or a booking page on a site, in the answers about one of them. */
export const embedFields = {
  embed_html: z.string().describe('HTML to paste into any site: a frame with the card of the page, as high as its content'),
  embed_inline_html: z.string().describe('The same as a part of the site: without card, padding and visible title'),
};
