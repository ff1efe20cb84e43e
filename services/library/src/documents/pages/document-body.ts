import { brandHtml, Html, html, type PageContext, type Part } from '@space/web';

/** A document as a page shows it. */
interface ShownDocument {
  readonly title: string;
  readonly icon: string | null;
  /** The HTML of its blocks, which `writePage` made safe. */
  readonly content: string;
}

/** Icons up to this length are shown: an emoji. Longer ones are names of icons. */
const EMOJI_LENGTH = 8;

/** Returns the body of the page of a document. */
export const documentBody = ({ theme }: PageContext, { title, icon, content }: ShownDocument, footer?: Part): Html => html`<header>
${brandHtml(theme)}${
  icon !== null && icon.length <= EMOJI_LENGTH && html`<span class="icon" aria-hidden="true">${icon}</span>\n`
}<h1>${title}</h1>
</header>
<main>
${new Html(content)}</main>${footer && html`\n<footer>\n${footer}\n</footer>`}`;
