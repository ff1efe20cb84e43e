import { type DefaultTreeAdapterMap, Parser, type Token } from 'parse5';
import { boundedTreeAdapter } from '../references/parse-document.ts';

/** Where a token of a layout stands, as a browser reads it. */
export type TokenContext =
  | { readonly kind: 'text' }
  /** Text of an element that shows no elements inside it: a title, a text field. */
  | { readonly kind: 'plain_text' }
  | { readonly kind: 'comment' }
  | { readonly kind: 'data_script' }
  | { readonly kind: 'style' }
  | { readonly kind: 'raw'; readonly element: string }
  | { readonly kind: 'attribute'; readonly element: string; readonly name: string; readonly isFirst: boolean; readonly isRefresh: boolean }
  | { readonly kind: 'tag'; readonly element: string };

/** A stretch of a document that is read in one way. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly place: (at: number) => TokenContext;
}

/** What a document is made of, for putting things into it. */
export interface TemplateOutline {
  readonly contextAt: (at: number) => TokenContext;
  /** Whether it is a document of its own, not a piece of one. */
  readonly isDocument: boolean;
  /** Where metadata can be put: behind the start of its head, or where that would be. */
  readonly head: number;
  readonly hasTitle: boolean;
}

const plain = new Set(['title', 'textarea']);
const raw = new Set(['xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'noscript', 'script']);
const dataTypes = /^application\/(?:ld\+)?json$/i;
const COMMENT: TokenContext = { kind: 'comment' };

/** Reads a document as a browser does, and tells of each place in its source what it is; throws TangledDocument. */
export function readTemplateOutline(source: string): TemplateOutline {
  const reader = new ContextParser({ sourceCodeLocationInfo: true, treeAdapter: boundedTreeAdapter(source.length) });
  reader.tokenizer.write(source, true);
  const { regions } = reader;
  return {
    contextAt: (at) => {
      const region = findRegion(regions, at);
      return region?.place(at) ?? { kind: 'raw', element: 'markup' };
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

/** The parser of the HTML standard, which also notes what each token of the source is. */
class ContextParser extends Parser<DefaultTreeAdapterMap> {
  readonly regions: Region[] = [];
  isDocument = false;
  hasTitle = false;
  head = 0;
  #hasHead = false;

  override onCharacter(token: Token.CharacterToken): void {
    this.#noteText(token);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#noteText(token);
    super.onWhitespaceCharacter(token);
  }

  override onComment(token: Token.CommentToken): void {
    this.#note(token, () => COMMENT);
    super.onComment(token);
  }

  override onDoctype(token: Token.DoctypeToken): void {
    this.isDocument = true;
    this.#note(token, () => ({ kind: 'tag', element: '!doctype' }));
    this.#headBehind(token);
    super.onDoctype(token);
  }

  override onStartTag(token: Token.TagToken): void {
    const { tagName, attrs, location } = token;
    const isRefresh = tagName === 'meta' && attrs.some(({ name }) => name === 'http-equiv');
    const named = Object.entries(location?.attrs ?? {});
    this.#note(token, (at) => {
      const found = named.find(([, where]) => at >= where.startOffset && at < where.endOffset);
      if (!found) return { kind: 'tag', element: tagName };
      const [name, where] = found;
      const value = this.tokenizer.preprocessor.html.slice(where.startOffset, at);
      // A name may begin with an equals sign.
      const before = /^.[^=]*=\s*["']?(.*)$/s.exec(value)?.[1];
      if (before === undefined) return { kind: 'tag', element: tagName };
      return { kind: 'attribute', element: tagName, name, isFirst: before.trim() === '', isRefresh };
    });
    if (tagName === 'html' || tagName === 'head') {
      this.isDocument = true;
      if (!this.#hasHead) this.#headBehind(token);
      this.#hasHead ||= tagName === 'head';
    }
    if (tagName === 'body') this.isDocument = true;
    if (tagName === 'title' && this.#current === 'head') this.hasTitle = true;
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    this.#note(token, () => ({ kind: 'tag', element: token.tagName }));
    super.onEndTag(token);
  }

  get #current(): string {
    const { current } = this.openElements;
    return current && 'tagName' in current ? current.tagName : '';
  }

  #headBehind({ location }: Token.TagToken | Token.DoctypeToken): void {
    if (location) this.head = location.endOffset;
  }

  #noteText(token: Token.CharacterToken): void {
    const place = this.#textPlace();
    this.#note(token, () => place);
  }

  #textPlace(): TokenContext {
    const element = this.#current;
    if (plain.has(element)) return { kind: 'plain_text' };
    if (element === 'style') return { kind: 'style' };
    if (element === 'script') {
      const type = (this.openElements.current as DefaultTreeAdapterMap['element']).attrs.find(({ name }) => name === 'type')?.value ?? '';
      if (dataTypes.test(type.trim())) return { kind: 'data_script' };
    }
    return raw.has(element) ? { kind: 'raw', element } : { kind: 'text' };
  }

  #note(token: Token.Token, place: Region['place']): void {
    const { location } = token;
    if (location && location.endOffset > (this.regions.at(-1)?.to ?? 0))
      this.regions.push({ from: Math.max(location.startOffset, this.regions.at(-1)?.to ?? 0), to: location.endOffset, place });
  }
}
