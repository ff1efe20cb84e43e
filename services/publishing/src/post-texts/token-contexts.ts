import { type DefaultTreeAdapterMap, Parser, type Token } from 'parse5';
import { boundedTreeAdapter } from '../references/parse-document.ts';

/** The HTML context of a token in a template, as a browser parses it. */
export type TokenContext =
  | { readonly kind: 'text' }
  /** Text of an element that has no child elements: a title, a text field. */
  | { readonly kind: 'plain_text' }
  | { readonly kind: 'comment' }
  | { readonly kind: 'data_script' }
  | { readonly kind: 'style' }
  | { readonly kind: 'raw'; readonly element: string }
  | { readonly kind: 'attribute'; readonly element: string; readonly name: string; readonly isFirst: boolean; readonly isRefresh: boolean }
  | { readonly kind: 'tag'; readonly element: string };

/** A range of a document that the tokenizer reads as one token. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly contextAt: (at: number) => TokenContext;
}

/** The contexts of a template, and the place where metadata is inserted. */
export interface TemplateOutline {
  readonly contextAt: (at: number) => TokenContext;
  /** True for a whole document, false for a fragment of one. */
  readonly isDocument: boolean;
  /** The offset at which metadata is inserted: after the start tag of the head, or where that tag would be. */
  readonly head: number;
  readonly hasTitle: boolean;
}

const plainTextElements = new Set(['title', 'textarea']);
const rawTextElements = new Set(['xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'noscript', 'script']);
const dataTypes = /^application\/(?:ld\+)?json$/i;
const COMMENT: TokenContext = { kind: 'comment' };

/** Parses a template as a browser does and returns the context of each offset in its source. Throws DocumentTooComplexError. */
export function readTemplateOutline(source: string): TemplateOutline {
  const reader = new ContextParser({ sourceCodeLocationInfo: true, treeAdapter: boundedTreeAdapter(source.length) });
  reader.tokenizer.write(source, true);
  const { regions } = reader;
  return {
    contextAt: (at) => {
      const region = findRegion(regions, at);
      return region?.contextAt(at) ?? { kind: 'raw', element: 'markup' };
    },
    isDocument: reader.isDocument,
    head: reader.head,
    hasTitle: reader.hasTitle,
  };
}

function findRegion(regions: readonly Region[], at: number): Region | undefined {
  let low = 0;
  let high = regions.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const region = regions[middle]!;
    if (at < region.from) high = middle - 1;
    else if (at >= region.to) low = middle + 1;
    else return region;
  }
  return undefined;
}

/** The parser of the HTML standard, which also records the context of each token of the source. */
class ContextParser extends Parser<DefaultTreeAdapterMap> {
  readonly regions: Region[] = [];
  isDocument = false;
  hasTitle = false;
  head = 0;
  #hasHead = false;

  override onCharacter(token: Token.CharacterToken): void {
    this.#recordText(token);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#recordText(token);
    super.onWhitespaceCharacter(token);
  }

  override onComment(token: Token.CommentToken): void {
    this.#record(token, () => COMMENT);
    super.onComment(token);
  }

  override onDoctype(token: Token.DoctypeToken): void {
    this.isDocument = true;
    this.#record(token, () => ({ kind: 'tag', element: '!doctype' }));
    this.#setHeadAfter(token);
    super.onDoctype(token);
  }

  override onStartTag(token: Token.TagToken): void {
    const { tagName, attrs, location } = token;
    const isRefresh = tagName === 'meta' && attrs.some(({ name }) => name === 'http-equiv');
    const named = Object.entries(location?.attrs ?? {});
    this.#record(token, (at) => {
      const found = named.find(([, range]) => at >= range.startOffset && at < range.endOffset);
      if (!found) return { kind: 'tag', element: tagName };
      const [name, range] = found;
      const value = this.tokenizer.preprocessor.html.slice(range.startOffset, at);
      // The name of an attribute may begin with an equals sign.
      const before = /^.[^=]*=\s*["']?(.*)$/s.exec(value)?.[1];
      if (before === undefined) return { kind: 'tag', element: tagName };
      return { kind: 'attribute', element: tagName, name, isFirst: before.trim() === '', isRefresh };
    });
    if (tagName === 'html' || tagName === 'head') {
      this.isDocument = true;
      if (!this.#hasHead) this.#setHeadAfter(token);
      this.#hasHead ||= tagName === 'head';
    }
    if (tagName === 'body') this.isDocument = true;
    if (tagName === 'title' && this.#current === 'head') this.hasTitle = true;
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    this.#record(token, () => ({ kind: 'tag', element: token.tagName }));
    super.onEndTag(token);
  }

  get #current(): string {
    const { current } = this.openElements;
    return current && 'tagName' in current ? current.tagName : '';
  }

  #setHeadAfter({ location }: Token.TagToken | Token.DoctypeToken): void {
    if (location) this.head = location.endOffset;
  }

  #recordText(token: Token.CharacterToken): void {
    const context = this.#textContext();
    this.#record(token, () => context);
  }

  #textContext(): TokenContext {
    const element = this.#current;
    if (plainTextElements.has(element)) return { kind: 'plain_text' };
    if (element === 'style') return { kind: 'style' };
    if (element === 'script') {
      const type = (this.openElements.current as DefaultTreeAdapterMap['element']).attrs.find(({ name }) => name === 'type')?.value ?? '';
      if (dataTypes.test(type.trim())) return { kind: 'data_script' };
    }
    return rawTextElements.has(element) ? { kind: 'raw', element } : { kind: 'text' };
  }

  #record(token: Token.Token, contextAt: Region['contextAt']): void {
    const { location } = token;
    if (location && location.endOffset > (this.regions.at(-1)?.to ?? 0))
      this.regions.push({ from: Math.max(location.startOffset, this.regions.at(-1)?.to ?? 0), to: location.endOffset, contextAt });
  }
}
