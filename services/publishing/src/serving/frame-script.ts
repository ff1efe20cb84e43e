import { frameResizer, frameScheme, Html, html } from '@space/web';

/** The attribute that marks an iframe which was inserted into a page. */
export const EMBED_ATTRIBUTE = 'data-space-frame';

/** Frames without a name of their own; the name of the others is not that of a form or a booking page. */
const UNNAMED = ['data-form-id', 'data-booking-page-id'].map((attribute) => `iframe[${attribute}]:not([name])`);

/** The script that resizes the inserted iframes of a page, and gives them and its placeholder iframes the colour scheme of the page. */
export const frameScript: Html = html`<script data-space-frames>${new Html(
  `${frameResizer(`iframe[${EMBED_ATTRIBUTE}]`)};${frameScheme(['iframe[name=space-frame]', 'iframe[name=space-inline]', ...UNNAMED].join())}`,
)}</script>`;
