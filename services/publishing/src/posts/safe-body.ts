import { Html } from '@space/web';
import sanitize from 'sanitize-html';

/** A picture that is written into the text itself may be this long. */
const MAX_DATA_URL_CHARACTERS = 100_000;
/** Elements nested deeper than this are left out; no text needs more, and a tower of them would cost every reader. */
const MAX_NESTING = 100;

const inline = [
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'br',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  'rp',
  'rt',
];
const moreInline = ['ruby', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'];
const blocks = ['address', 'article', 'aside', 'blockquote', 'div', 'footer', 'header', 'hr', 'p', 'pre', 'section'];
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup'];
const lists = ['dd', 'dl', 'dt', 'li', 'ol', 'ul'];
const tables = ['caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'];
const media = ['audio', 'figcaption', 'figure', 'img', 'picture', 'source', 'track', 'video'];

/**
 * What the text of a post may hold: the one list of it. Nothing on it runs, frames, posts, restyles or redirects; there is
 * no foreign content (svg, math), no template, no style and no noscript, which is what mutation tricks are made of.
 * Names of elements on a page (id, name) stay out too, so that a text cannot stand in for a part of the layout.
 */
const allowed: sanitize.IOptions = {
  allowedTags: [...inline, ...moreInline, ...blocks, ...headings, ...lists, ...tables, ...media, 'details', 'summary'],
  allowedAttributes: {
    '*': ['dir', 'lang', 'title'],
    a: ['href', 'hreflang', 'rel'],
    audio: ['controls', 'loop', 'muted', 'preload', 'src'],
    blockquote: ['cite'],
    col: ['span'],
    colgroup: ['span'],
    data: ['value'],
    del: ['cite', 'datetime'],
    details: ['open'],
    img: ['alt', 'decoding', 'height', 'loading', 'sizes', 'src', 'srcset', 'width'],
    ins: ['cite', 'datetime'],
    li: ['value'],
    pre: ['tabindex'],
    table: ['tabindex'],
    ol: ['reversed', 'start', 'type'],
    q: ['cite'],
    source: ['height', 'media', 'sizes', 'src', 'srcset', 'type', 'width'],
    td: ['colspan', 'headers', 'rowspan'],
    th: ['abbr', 'colspan', 'headers', 'rowspan', 'scope'],
    time: ['datetime'],
    track: ['default', 'kind', 'label', 'src', 'srclang'],
    video: ['controls', 'height', 'loop', 'muted', 'playsinline', 'poster', 'preload', 'src', 'width'],
  },
  // The names by which highlighters know a language.
  allowedClasses: { code: [/^language-[a-z0-9+#-]{1,30}$/], pre: [/^language-[a-z0-9+#-]{1,30}$/] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'iframe',
    'object',
    'svg',
    'math',
    'title',
    'xmp',
    'noembed',
    'noframes',
  ],
  nestingLimit: MAX_NESTING,
  enforceHtmlBoundary: false,
  parseStyleAttributes: false,
  transformTags: {
    // The author of a post vouches for none of its links: they get no window of ours and no say with search engines.
    a: (tagName, attribs) => ({ tagName, attribs: attribs.href === undefined ? attribs : { ...attribs, rel: 'noopener nofollow ugc' } }),
    // What is wider than the page is scrolled, by keyboard too.
    pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
    table: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
    img: (tagName, attribs) => ({ tagName, attribs: { loading: 'lazy', ...withoutLargeData(attribs) } }),
  },
};

/** The text of a post with everything left out that could do more than be read. */
export const safeBody = (body: string): Html => new Html(sanitize(body, allowed));

/** The words of a text without its elements, at most `most` characters, cut at the end of a word. */
export function plainText(body: string, most: number): string {
  const text = sanitize(body, {
    ...allowed,
    allowedTags: [...blocks, ...headings, ...lists, ...tables, 'br', 'figcaption', 'summary'],
    transformTags: {},
  })
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => named[name]!)
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= most) return text;
  return `${text
    .slice(0, most)
    .replace(/\s+\S*$/, '')
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const picture = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/i;

function withoutLargeData({ src, ...rest }: sanitize.Attributes): sanitize.Attributes {
  const isData = src !== undefined && /^[\s\p{Cc}]*data:/iu.test(src);
  if (src === undefined || (isData && (src.length > MAX_DATA_URL_CHARACTERS || !picture.test(src)))) return rest;
  return { ...rest, src };
}
