import type { FieldError } from '@space/contracts/core';
import { MAX_TOKEN_PLACES, POST_TOKENS } from '@space/contracts/publishing';
import { escaped, type Html } from '@space/web';
import { DocumentTooComplexError } from '../references/parse-document.ts';
import { readInsertionPoints } from '../references/read-outline.ts';
import { readTemplateOutline, type TemplateOutline, type TokenContext } from './token-contexts.ts';

/** The name of a token, which stands in `{{…}}` in a template. */
type TokenName = (typeof POST_TOKENS)[number];

/** The values of the tokens: plain text, except `body`, which is sanitized HTML. */
export type TokenValues = Readonly<Record<Exclude<TokenName, 'body'>, string>> & { readonly body: Html };

/** The encoding of a token's value, which depends on its HTML context. */
type TokenEncoding = 'text' | 'attribute' | 'json' | 'style' | 'style_attribute' | 'url' | 'part_of_url' | 'body';

/** A part of the page that is inserted into a template which is a whole document. */
export type TemplateSlot = 'metadata' | 'navigation_head' | 'navigation';

type Piece = string | { readonly token: TokenName; readonly encoding: TokenEncoding } | { readonly slot: TemplateSlot };

/** A template that was parsed once, as it is stored: literal text, the tokens to fill in, and the slots of a document. */
export interface Template {
  readonly pieces: readonly Piece[];
  readonly isDocument: boolean;
  readonly hasTitle: boolean;
  /** Tokens that stand too often, or in contexts where no text can be inserted safely. */
  readonly errors: readonly FieldError[];
  /** True for a template that is too complex to be read, or repeats its tokens too often; no page is made of it. */
  readonly isRefused?: true;
}

/** The version of the rules by which templates are read. Raise it with every change of them: stored templates of another version are read again. */
export const TEMPLATE_RULES = 3;

const tokenPattern = new RegExp(`\\{\\{\\s*(${POST_TOKENS.join('|')})\\s*\\}\\}`, 'g');

/** The tokens whose value is an address or nothing: it can begin an attribute that is a URL. */
const addressTokens: ReadonlySet<TokenName> = new Set(['cover_image', 'previous_url', 'next_url']);

const urlAttributes = new Set([
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
 * Parses the template of a blog's posts. The source is tokenized as a browser does it, so that the context of each token
 * is known (text, attribute, URL, JSON, style) and its value is encoded for that context. Values are inserted in one pass
 * and are not searched for tokens again, so a title `{{body}}` stays that text. Errors are returned, not thrown.
 */
export function readTemplate(source: string): Template {
  const tooMany = placeErrors(source);
  if (tooMany.length > 0) return refusedTemplate(tooMany);
  try {
    return parseTemplate(source);
  } catch (error) {
    if (!(error instanceof DocumentTooComplexError)) throw error;
    return refusedTemplate([templateTooComplex]);
  }
}

/** Returns the template of which no page is made, with the errors of its source. */
export const refusedTemplate = (errors: readonly FieldError[]): Template => ({
  pieces: [],
  isDocument: true,
  hasTitle: true,
  errors,
  isRefused: true,
});

/** Returns an error for each token that stands at too many places, since each place repeats its value. */
function placeErrors(source: string): FieldError[] {
  const places = new Map<string, number>();
  for (const [, token] of source.matchAll(tokenPattern)) places.set(token!, (places.get(token!) ?? 0) + 1);
  return [...places].flatMap(([token, count]) => {
    const most = token === 'body' ? MAX_TOKEN_PLACES.body : MAX_TOKEN_PLACES.other;
    const message = `has {{${token}}} at ${count} places; at most ${most} are allowed`;
    return count > most ? [{ path: 'template_html', code: 'too_many_tokens', message }] : [];
  });
}

function parseTemplate(source: string): Template {
  const outline = readTemplateOutline(source);
  const errors: FieldError[] = [];
  const pieces: Piece[] = [];
  const slots = outline.isDocument ? slotsIn(source, outline) : [];
  let from = 0;
  const literal = (to: number) => {
    while (slots[0] && slots[0].at <= to) {
      const { at, slot } = slots.shift()!;
      if (at > from) pieces.push(source.slice(from, at));
      pieces.push({ slot });
      from = Math.max(from, at);
    }
    if (to > from) pieces.push(source.slice(from, to));
    from = to;
  };
  for (const match of source.matchAll(tokenPattern)) {
    const token = match[1] as TokenName;
    const encoding = encodingFor(token, outline.contextAt(match.index));
    if (encoding === 'comment') continue;
    literal(match.index);
    const before = pieces.at(-1);
    if (typeof before === 'string') pieces[pieces.length - 1] = withoutOpenTag(before, encoding);
    if (typeof encoding === 'object')
      errors.push({
        path: 'template_html',
        code: 'unsafe_token',
        message: `${lineAndColumn(source, match.index)}: {{${token}}} ${encoding.error}`,
      });
    else pieces.push({ token, encoding });
    from = match.index + match[0].length;
  }
  literal(source.length);
  return { pieces, isDocument: outline.isDocument, hasTitle: outline.hasTitle, errors };
}

/**
 * Returns the slots of a document with their offsets, in order. They are those of its source, since no value opens or
 * closes an element of the template; a document without a body has no navigation.
 */
function slotsIn(source: string, { head }: TemplateOutline): { readonly at: number; readonly slot: TemplateSlot }[] {
  const { head_at, body_at } = readInsertionPoints(source);
  const metadata = { at: head, slot: 'metadata' as const };
  if (body_at === null || body_at < head_at) return [metadata];
  const all = [{ at: head_at, slot: 'navigation_head' as const }, metadata, { at: body_at, slot: 'navigation' as const }];
  return all.sort((a, b) => a.at - b.at);
}

/** The error of a template that is too complex to be parsed. */
export const templateTooComplex: FieldError = {
  path: 'template_html',
  code: 'too_complex',
  message: 'makes a document with far more elements than its length allows, or nests them too deeply; close the elements that it opens',
};

/**
 * Returns the document of a template with its values and the contents of its slots, or undefined when it would have more
 * than `maxBytes`: the size is counted first, and nothing larger is built.
 */
export function fillTemplate(
  { pieces, isRefused }: Template,
  values: TokenValues,
  slots: Readonly<Partial<Record<TemplateSlot, string>>>,
  maxBytes: number,
): string | undefined {
  if (isRefused) return undefined;
  const parts: string[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const part = typeof piece === 'string' ? piece : 'slot' in piece ? (slots[piece.slot] ?? '') : encodeToken(piece, values);
    bytes += Buffer.byteLength(part);
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return parts.join('');
}

function encodeToken({ token, encoding }: Extract<Piece, { token: TokenName }>, values: TokenValues): string {
  if (token === 'body') return values.body.text;
  const value = values[token];
  switch (encoding) {
    case 'json':
      return JSON.stringify(value)
        .slice(1, -1)
        .replace(/[<>&\u2028\u2029']/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
    case 'style':
      return cssUrl(value);
    case 'style_attribute':
      return escaped(cssUrl(value)).replaceAll('=', '&#61;');
    case 'part_of_url':
      return encodeURIComponent(value).replace(/'/g, '%27');
    case 'attribute':
    case 'url':
      // The attribute may have no quotes, where a space would end its value.
      return escaped(value).replace(/[\s=`]/g, (character) => `&#${character.charCodeAt(0)};`);
    default:
      return escaped(value);
  }
}

/** Returns a URL that is safe inside `url(…)`, with or without quotes, and does not end a style or an attribute. */
const cssUrl = (url: string): string =>
  url.replace(/[\s"'()\\<>;`]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/**
 * Escapes a `<` of plain text before a token, which would start a tag together with the value of the token. In an
 * attribute the last `<` is that of its tag and is not changed.
 */
function withoutOpenTag(text: string, encoding: EncodingDecision): string {
  if (encoding !== 'text' && encoding !== 'body' && encoding !== 'json') return text;
  return text.replace(/<(?=[^<>]*$)/, encoding === 'json' ? '\\u003c' : '&lt;');
}

type EncodingDecision = TokenEncoding | 'comment' | { readonly error: string };

function encodingFor(token: TokenName, context: TokenContext): EncodingDecision {
  if (context.kind === 'comment') return 'comment';
  if (token === 'body')
    return context.kind === 'text'
      ? 'body'
      : { error: 'must stand where elements can stand, not in an attribute, a title, a style or a script' };
  switch (context.kind) {
    case 'text':
    case 'plain_text':
      return 'text';
    case 'data_script':
      return 'json';
    case 'style':
      return token === 'cover_image' ? 'style' : { error: 'cannot stand in a style' };
    case 'attribute':
      return inAttribute(token, context);
    case 'raw':
      return {
        error:
          context.element === 'script'
            ? 'cannot stand in a script; put it into an attribute and read it from there'
            : `cannot stand in <${context.element}>`,
      };
    case 'tag':
      return { error: `cannot stand in the tag <${context.element}> except as the value of an attribute` };
  }
}

function inAttribute(
  token: TokenName,
  { element, name, isFirst, isRefresh }: Extract<TokenContext, { kind: 'attribute' }>,
): EncodingDecision {
  if (name.startsWith('on')) return { error: `cannot stand in ${name}, which is a script` };
  if (name === 'srcdoc' || name === 'http-equiv' || element === 'base' || isRefresh)
    return { error: `cannot stand in ${name} of <${element}>` };
  if (name === 'style') return token === 'cover_image' ? 'style_attribute' : { error: 'cannot stand in a style' };
  if (!urlAttributes.has(name)) return 'attribute';
  if (!isFirst) return 'part_of_url';
  if (addressTokens.has(token) && element !== 'script') return 'url';
  return { error: `cannot be the beginning of ${name}, which is a URL` };
}

/** Returns a position in a source as line and column, both counted from 1. */
function lineAndColumn(source: string, at: number): string {
  const before = source.slice(0, at).split('\n');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
