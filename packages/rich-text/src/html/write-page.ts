import { type Html, html } from '@space/web/html';
import type { RichNode } from '../blocks/rich-node.ts';
import { type Embed, writeHtml } from './write-html.ts';

/** A picture that a page loads. */
export interface PagePicture {
  readonly src: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A thing that a document names as visitors may have it: its public address, and the picture that it is. */
export interface PageThing {
  readonly href: string;
  readonly picture?: PagePicture | undefined;
}

/** The things of a document that visitors may have, by their `space:` addresses. */
export type PageThings = Readonly<Record<string, PageThing>>;

/**
 * Returns the HTML of blocks for visitors without a key, below the title of their page: headings begin at level 2. A thing that they may not
 * have is its name alone, without its address.
 */
export function writePage(blocks: readonly RichNode[], things: PageThings): string {
  const thingAt = (href: string): PageThing | undefined => (Object.hasOwn(things, href) ? things[href] : undefined);
  return writeHtml(blocks, {
    hidesAddresses: true,
    topHeading: 2,
    isScrollable: true,
    fillEmbed: (embed) => embedHtml(embed, thingAt(embed.href)),
    resolveAddress: (href, kind) => (kind === 'image' ? thingAt(href)?.picture?.src : thingAt(href)?.href),
  }).text;
}

function embedHtml({ href, label }: Embed, thing: PageThing | undefined): Html {
  const name = label === href ? '…' : label;
  if (!thing) return html`<p class="embed">${name}</p>\n`;
  const { picture } = thing;
  if (!picture) return html`<p class="embed"><a href="${thing.href}" rel="noopener">${name}</a></p>\n`;
  const size = picture.width !== null && picture.height !== null && html` width="${picture.width}" height="${picture.height}"`;
  return html`<figure><img src="${picture.src}" alt="${name}"${size} loading="lazy"><figcaption>${name}</figcaption></figure>\n`;
}
