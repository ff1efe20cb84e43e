import sanitize from 'sanitize-html';
import { calloutKinds, MAX_HTML_ELEMENTS, MAX_HTML_LENGTH, MAX_HTML_NESTING, schemes } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';

const inline = ['a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'em', 'i', 'img', 'ins', 'kbd', 'mark', 'q', 's', 'samp', 'small', 'span'];
const moreInline = ['strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr'];
const blocks = ['address', 'article', 'aside', 'blockquote', 'center', 'details', 'div', 'figcaption', 'figure', 'footer', 'header', 'hr'];
const moreBlocks = [
  'main',
  'nav',
  'p',
  'pre',
  'section',
  'summary',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'dd',
  'dl',
  'dt',
  'li',
  'ol',
  'ul',
];
const tables = ['caption', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'];

/**
 * The elements and attributes that have a form in documents. The content of all others stays, except for elements whose
 * content is no text. `input` is the box of a task.
 */
const allowed: sanitize.IOptions = {
  allowedTags: [...inline, ...moreInline, ...blocks, ...moreBlocks, ...tables, 'input'],
  allowedAttributes: {
    a: ['href', 'title'],
    aside: [{ name: 'data-callout', values: [...calloutKinds] }],
    details: ['open'],
    div: ['data-embed'],
    img: ['alt', 'height', 'src', 'title', 'width'],
    input: ['checked', { name: 'type', values: ['checkbox'] }],
    li: ['data-checked'],
    ol: ['start'],
    span: ['data-image', 'data-mention', 'title'],
    td: ['align', 'colspan', 'rowspan'],
    th: ['align', 'colspan', 'rowspan'],
  },
  allowedClasses: { code: [/^language-[^\s]{1,100}$/], pre: [/^language-[^\s]{1,100}$/] },
  allowedSchemes: [...schemes],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'head',
    'iframe',
    'math',
    'noembed',
    'noframes',
    'noscript',
    'object',
    'option',
    'script',
    'style',
    'svg',
    'template',
    'textarea',
    'title',
    'xmp',
  ],
  nestingLimit: MAX_HTML_NESTING,
  enforceHtmlBoundary: false,
  parseStyleAttributes: false,
  transformTags: { b: readWeight, span: readWeight, td: readAlignment, th: readAlignment },
};

/**
 * Returns HTML with the elements and attributes that documents have, without scripts, styles and unsafe addresses. Throws
 * `too_large` above 2,000,000 characters or 100,000 elements. Elements below 100 levels are left out, their text is not.
 */
export function sanitizeHtml(html: string): string {
  if (html.length > MAX_HTML_LENGTH)
    throw new RichTextError('too_large', `\`html\` has at most ${MAX_HTML_LENGTH} characters; send it in parts.`);
  let elements = 0;
  return sanitize(html, {
    ...allowed,
    onOpenTag: function countElement() {
      elements += 1;
      if (elements > MAX_HTML_ELEMENTS)
        throw new RichTextError('too_large', `\`html\` has at most ${MAX_HTML_ELEMENTS} elements; send it in parts.`);
    },
  });
}

/** Reads the weight of letters that text processors write as a style: their `<b>` may be normal and their `<span>` bold. */
function readWeight(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const style = attribs.style ?? '';
  if (/font-weight:\s*(?:normal|400)/.test(style)) return { tagName: 'span', attribs };
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) return { tagName: 'strong', attribs };
  return { tagName: tagName === 'span' && /font-style:\s*italic/.test(style) ? 'em' : tagName, attribs };
}

function readAlignment(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const align = /text-align:\s*(left|center|right)/.exec(attribs.style ?? '')?.[1];
  return { tagName, attribs: align ? { ...attribs, align } : attribs };
}
