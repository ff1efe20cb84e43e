import { MAX_DATA_URL_CHARACTERS, MAX_POST_ELEMENTS, MAX_POST_NESTING, MAX_SHOWN_NESTING } from '@space/contracts/publishing';
import { Html } from '@space/web';
import sanitize from 'sanitize-html';
import { DocumentTooComplexError } from '../references/parse-document.ts';

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
 * The elements and attributes that the text of a post may have. None of them runs a script, opens a frame, submits a form,
 * changes the style or redirects. Foreign content (svg, math), template, style and noscript are not allowed, since mutation
 * XSS is built from them. The attributes id and name are not allowed either, so that no text imitates a part of the page.
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
  // Syntax highlighters find the language by these classes.
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
  nestingLimit: MAX_SHOWN_NESTING,
  enforceHtmlBoundary: false,
  parseStyleAttributes: false,
  transformTags: {
    // Links of users get no reference to our window and no weight in search engines.
    a: (tagName, attribs) => ({ tagName, attribs: attribs.href === undefined ? attribs : { ...attribs, rel: 'noopener nofollow ugc' } }),
    // Wide elements scroll, and the tabindex makes them scroll by keyboard too.
    pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
    table: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
    img: (tagName, attribs) => ({ tagName, attribs: { loading: 'lazy', ...withoutLargeData(attribs) } }),
  },
};

/**
 * Returns the options of one run, which throws DocumentTooComplexError at the first element beyond the bounds. The work of
 * the sanitizer grows with the square of the nesting, so the run must end there.
 */
function bounded(options: sanitize.IOptions): sanitize.IOptions {
  let elements = 0;
  let depth = 0;
  return {
    ...options,
    onOpenTag() {
      elements += 1;
      depth += 1;
      if (elements > MAX_POST_ELEMENTS || depth > MAX_POST_NESTING) throw new DocumentTooComplexError();
    },
    onCloseTag() {
      depth -= 1;
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters except tabs and line ends, which no document may contain
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Returns the sanitized text of a post. Throws DocumentTooComplexError. */
export const safeBody = (body: string): Html => new Html(sanitize(body.replace(controls, ''), bounded(allowed)));

/** The words of a text without its elements, on one line each. */
interface PlainText {
  readonly whole: string;
  /** The words outside headings; all words of a text that is nothing but headings. */
  readonly prose: string;
}

/** Returns the words of a text. Throws DocumentTooComplexError. */
export function plainText(body: string): PlainText {
  const markup = sanitize(body, {
    ...bounded(allowed),
    allowedTags: [...blocks, ...headings, ...lists, ...tables, 'br', 'figcaption', 'summary'],
    transformTags: {},
  });
  const whole = wordsIn(markup);
  return { whole, prose: wordsIn(markup.replace(/<(h[1-6]|hgroup)\b[^>]*>[\s\S]*?<\/\1>/g, ' ')) || whole };
}

const wordsIn = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => named[name]!)
    .replace(/\s+/g, ' ')
    .trim();

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const picture = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/i;

function withoutLargeData({ src, ...rest }: sanitize.Attributes): sanitize.Attributes {
  const isData = src !== undefined && /^[\s\p{Cc}]*data:/iu.test(src);
  if (src === undefined || (isData && (src.length > MAX_DATA_URL_CHARACTERS || !picture.test(src)))) return rest;
  return { ...rest, src };
}
