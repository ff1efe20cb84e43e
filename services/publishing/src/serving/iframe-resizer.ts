import { frameResizer, Html, html } from '@space/web';

/** The attribute that marks an iframe which was inserted into a page. */
export const EMBED_ATTRIBUTE = 'data-space-frame';

/** The script that resizes the inserted iframes of a page. */
export const iframeResizer: Html = html`<script data-space-frames>${new Html(frameResizer(`iframe[${EMBED_ATTRIBUTE}]`))}</script>`;
