import { brandHtml, Html, html, type PageContext } from '@space/web';

/** A whiteboard as a page shows it. */
export interface ShownBoard {
  readonly title: string;
  /** The SVG of its elements, which has no script; null for one that is too large. */
  readonly svg: string | null;
  /** The texts of its elements, in reading order. */
  readonly text: string;
}

/** The enlarged sizes of the picture, in percent. */
const SIZES = [200, 400] as const;

/** Returns the body of the page of a whiteboard at a path. Its picture has another size after each of the links above it. */
export function boardBody({ theme, locale }: PageContext, path: string, { title, svg, text }: ShownBoard): Html {
  const { share } = locale.labels;
  const picture =
    svg === null
      ? html`<p>${share.whiteboard_too_large}</p>\n`
      : html`<span id="size-fit"></span><span id="size-actual"></span>${SIZES.map((size) => html`<span id="size-${size}"></span>`)}
<nav class="sizes" aria-label="${share.whiteboard_size}">
<a href="#size-fit">${share.fit_width}</a>
<a href="#size-actual">${share.actual_size}</a>
${SIZES.map((size) => html`<a href="#size-${size}">${size} %</a>\n`)}</nav>
<div class="board" role="region" aria-label="${title}" tabindex="0">
${new Html(svg)}
</div>
`;
  const texts =
    text.trim() === ''
      ? svg === null && html`<p>${share.empty}</p>\n`
      : html`<details${svg === null && html` open`}>\n<summary>${share.as_text}</summary>\n<pre class="texts">${text}</pre>\n</details>\n`;
  return html`<header>
${brandHtml(theme)}<h1>${title}</h1>
</header>
<main class="wide">
${picture}${texts}</main>
<footer>
<p>${share.read_only_whiteboard}</p>
<p><a href="${path}.svg" download="${title}.svg">${share.download_svg}</a> · <a href="${path}.png" download="${title}.png">${share.download_png}</a></p>
</footer>`;
}
