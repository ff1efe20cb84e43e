import type { FieldError } from '@space/contracts/core';
import { POST_TOKENS } from '@space/contracts/publishing';
import { escaped, type Html } from '@space/web';
import { DocumentTooComplex } from '../references/parse-document.ts';
import { readTemplateOutline, type TemplateOutline, type TokenContext } from './token-contexts.ts';

/** A word in `{{…}}` that a layout may hold. */
type TokenName = (typeof POST_TOKENS)[number];

/** What stands in place of the tokens: text, but for the text of the post, which is HTML made safe, and an http address. */
export type TokenValues = Readonly<Record<Exclude<TokenName, 'body'>, string>> & { readonly body: Html };

/** How a token is written where it stands. */
type TokenEncoding = 'text' | 'attribute' | 'json' | 'style' | 'style_attribute' | 'address' | 'part_of_address' | 'body';

type Piece = string | { readonly token: TokenName; readonly way: TokenEncoding };

/** A layout that was read once: what stands as it is, and what is filled in. */
export interface Template {
  readonly pieces: readonly Piece[];
  /** How many pieces come before the place where metadata can be put. */
  readonly head: number;
  readonly isDocument: boolean;
  readonly hasTitle: boolean;
  /** Tokens that stand where no text could be shown safely. */
  readonly errors: readonly FieldError[];
}

const tokens = new RegExp(`\\{\\{\\s*(${POST_TOKENS.join('|')})\\s*\\}\\}`, 'g');
const addresses = new Set([
  'action',
  'background',
  'cite',
  'data',
  'formaction',
  'href',
  'imagesrcset',
  'longdesc',
  'ping',
  'poster',
  'src',
  'srcset',
  'xlink:href',
]);

/**
 * Reads the layout of a post. Each token is found in the source as a browser reads it, so it is known whether it stands in
 * text, in a value, in an address, in data or in a style, and it is written in the way of that place. One pass fills it in:
 * what a token brings is never looked through for tokens again, so a title `{{body}}` stays a title.
 */
export function readTemplate(source: string): Template {
  let outline: TemplateOutline;
  try {
    outline = readTemplateOutline(source);
  } catch (error) {
    if (!(error instanceof DocumentTooComplex)) throw error;
    return { pieces: [source], head: 0, isDocument: true, hasTitle: true, errors: [tangled] };
  }
  const errors: FieldError[] = [];
  const pieces: Piece[] = [];
  let head = 0;
  let from = 0;
  const literal = (to: number) => {
    if (head === 0 && outline.head >= from && outline.head <= to) {
      pieces.push(source.slice(from, outline.head));
      head = pieces.length;
      from = outline.head;
    }
    if (to > from) pieces.push(source.slice(from, to));
    from = to;
  };
  for (const match of source.matchAll(tokens)) {
    const token = match[1] as TokenName;
    const way = encodingFor(token, outline.contextAt(match.index));
    if (way === 'comment') continue;
    literal(match.index);
    const before = pieces.at(-1);
    if (typeof before === 'string') pieces[pieces.length - 1] = withoutOpenTag(before, way);
    if (typeof way === 'object')
      errors.push({ path: 'template_html', code: 'unsafe_token', message: `${where(source, match.index)}: {{${token}}} ${way.fault}` });
    else pieces.push({ token, way });
    from = match.index + match[0].length;
  }
  literal(source.length);
  return { pieces, head, isDocument: outline.isDocument, hasTitle: outline.hasTitle, errors };
}

const tangled: FieldError = {
  path: 'template_html',
  code: 'too_tangled',
  message: 'makes far more elements than it has letters; close the elements that it opens',
};

/** The layout with everything filled in; `metadata` is put into its head. */
export function fillTemplate({ pieces, head }: Template, values: TokenValues, metadata = ''): string {
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    if (index === head) text += metadata;
    text += typeof piece === 'string' ? piece : encodeToken(piece, values);
  }
  return head >= pieces.length ? text + metadata : text;
}

function encodeToken({ token, way }: Exclude<Piece, string>, values: TokenValues): string {
  if (token === 'body') return values.body.text;
  const value = values[token];
  switch (way) {
    case 'json':
      return JSON.stringify(value)
        .slice(1, -1)
        .replace(/[<>&\u2028\u2029']/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
    case 'style':
      return cssAddress(value);
    case 'style_attribute':
      return escaped(cssAddress(value)).replaceAll('=', '&#61;');
    case 'part_of_address':
      return encodeURIComponent(value).replace(/'/g, '%27');
    case 'attribute':
    case 'address':
      // A value may stand without quotes, where a space would end it.
      return escaped(value).replace(/[\s=`]/g, (character) => `&#${character.charCodeAt(0)};`);
    default:
      return escaped(value);
  }
}

/** An http address that means the same inside `url(…)`, with quotes or without, and ends neither a style nor a value. */
const cssAddress = (address: string): string =>
  address.replace(/[\s"'()\\<>;`]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/**
 * A `<` of plain text just before a token would begin a tag with what the token brings: it is written so that it cannot.
 * In an attribute the last `<` is the one of its tag and stays.
 */
function withoutOpenTag(text: string, way: EncodingDecision): string {
  if (way !== 'text' && way !== 'body' && way !== 'json') return text;
  return text.replace(/<(?=[^<>]*$)/, way === 'json' ? '\\u003c' : '&lt;');
}

type EncodingDecision = TokenEncoding | 'comment' | { readonly fault: string };

function encodingFor(token: TokenName, place: TokenContext): EncodingDecision {
  if (place.kind === 'comment') return 'comment';
  if (token === 'body')
    return place.kind === 'text' ? 'body' : { fault: 'can stand only where elements can, not in a value, a title, a style or a script' };
  switch (place.kind) {
    case 'text':
    case 'plain_text':
      return 'text';
    case 'data_script':
      return 'json';
    case 'style':
      return token === 'cover_image' ? 'style' : { fault: 'cannot stand in a style' };
    case 'attribute':
      return inAttribute(token, place);
    case 'raw':
      return {
        fault:
          place.element === 'script'
            ? 'cannot stand in a script; put it into an attribute and read it from there'
            : `cannot stand in <${place.element}>`,
      };
    case 'tag':
      return { fault: `cannot stand in the tag <${place.element}> but as the value of an attribute` };
  }
}

function inAttribute(
  token: TokenName,
  { element, name, isFirst, isRefresh }: Extract<TokenContext, { kind: 'attribute' }>,
): EncodingDecision {
  if (name.startsWith('on')) return { fault: `cannot stand in ${name}, which is a script` };
  if (name === 'srcdoc' || name === 'http-equiv' || element === 'base' || isRefresh)
    return { fault: `cannot stand in ${name} of <${element}>` };
  if (name === 'style') return token === 'cover_image' ? 'style_attribute' : { fault: 'cannot stand in a style' };
  if (!addresses.has(name)) return 'attribute';
  if (!isFirst) return 'part_of_address';
  if (token === 'cover_image' && element !== 'script') return 'address';
  return { fault: `cannot be the beginning of ${name}, which is an address` };
}

/** A place in a source, for people: lines and columns count from one. */
function where(source: string, at: number): string {
  const before = source.slice(0, at).split('\n');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
