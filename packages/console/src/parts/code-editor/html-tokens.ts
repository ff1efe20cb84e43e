/** The kind of a piece of HTML, which gives it its colour. */
export type TokenKind = 'comment' | 'tag' | 'name' | 'value' | 'entity';

/** A piece of a text from one offset to another. */
export interface Token {
  readonly from: number;
  readonly to: number;
  readonly kind: TokenKind;
}

const MARKUP = /<!--[\s\S]*?(?:-->|$)|<![^>]*>?|<\/?([a-z][^\s/>]*)|&(?:#\w+|\w+);|\{\{\w+\}\}/gi;
const ATTRIBUTE = /\s+|(\/?>)|=\s*("[^"]*"?|'[^']*'?|[^\s>"']+)|([^\s=>/]+)|\//gy;
const STYLE = /(\/\*[\s\S]*?(?:\*\/|$))|("[^"\n]*"?|'[^'\n]*'?)|([-\w]+)(?=\s*:\s)/g;
const SCRIPT =
  /(\/\*[\s\S]*?(?:\*\/|$)|(?<=^|\s)\/\/[^\n]*)|("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|\b(async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|let|new|null|of|return|static|super|switch|this|throw|true|try|typeof|undefined|var|void|while|yield)\b/g;

/** The kinds of the groups of STYLE and SCRIPT, in their order. */
const CODE_KINDS: readonly TokenKind[] = ['comment', 'value', 'name'];

/**
 * Returns the pieces of a document that have a colour, in their order: comments, tags, attributes, entities, placeholders, and the
 * content of styles and scripts. It never fails: text that is no HTML has no pieces.
 */
export function htmlTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const markup = new RegExp(MARKUP);
  for (let match = markup.exec(text); match; match = markup.exec(text)) {
    const [whole, name] = match;
    const from = match.index;
    const to = from + whole.length;
    if (name === undefined) {
      tokens.push({ from, to, kind: whole.startsWith('<') ? 'comment' : 'entity' });
      continue;
    }
    tokens.push({ from, to, kind: 'tag' });
    const end = addAttributes(text, to, tokens);
    markup.lastIndex = whole.startsWith('</') ? end : addRawText(text, end, name.toLowerCase(), tokens);
  }
  return tokens;
}

/** Adds the attributes of a tag, and returns the offset after the tag. */
function addAttributes(text: string, start: number, tokens: Token[]): number {
  const attribute = new RegExp(ATTRIBUTE);
  attribute.lastIndex = start;
  let end = start;
  for (let match = attribute.exec(text); match; match = attribute.exec(text)) {
    const [whole, close, value, name] = match;
    end = attribute.lastIndex;
    if (close) {
      tokens.push({ from: end - close.length, to: end, kind: 'tag' });
      return end;
    }
    if (value) tokens.push({ from: end - value.length, to: end, kind: 'value' });
    if (name) tokens.push({ from: end - whole.length, to: end, kind: 'name' });
  }
  return Math.max(end, start);
}

/** Adds the pieces of the content of a style or script, and returns the offset of its end tag; of any other element the offset itself. */
function addRawText(text: string, start: number, name: string, tokens: Token[]): number {
  const code = { style: STYLE, script: SCRIPT }[name];
  if (!code) return start;
  const close = text.slice(start).search(new RegExp(`</${name}\\b`, 'i'));
  const end = close === -1 ? text.length : start + close;
  for (const match of text.slice(start, end).matchAll(code)) {
    const kind = CODE_KINDS[match.slice(1).findIndex((group) => group !== undefined)]!;
    tokens.push({ from: start + match.index, to: start + match.index + match[0].length, kind });
  }
  return end;
}
