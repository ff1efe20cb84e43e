import type { Token } from 'markdown-it/index.js';
import { joinTexts, type MarkSet, markList, textNode } from '../blocks/inline.ts';
import type { Attributes, RichNode } from '../blocks/rich-node.ts';

const markOfToken: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike' };
const markOfTag: Readonly<Record<string, string>> = { u: 'underline', mark: 'highlight' };

/** Returns the inline nodes of the tokens of one line of text. A line end that is no break is a space. */
export function readInline(tokens: readonly Token[]): RichNode[] {
  const open = new OpenMarks();
  const closing = pairTags(tokens);
  const content: RichNode[] = [];
  const addText = (text: string, extra: MarkSet = {}) => content.push(textNode(text, markList({ ...open.set(), ...extra })));
  for (const [index, token] of tokens.entries()) {
    const name = token.type.replace(/_(open|close)$/, '');
    if (token.type === 'text' || token.type === 'text_special') addText(token.content);
    else if (token.type === 'softbreak') addText(' ');
    else if (token.type === 'hardbreak' || (token.type === 'space_tag' && token.info === 'br')) content.push({ type: 'hardBreak' });
    else if (token.type === 'code_inline') addText(token.content, { code: {} });
    else if (token.type === 'image') content.push(readImage(token, open.set()));
    else if (name === 'link') open.change(token.nesting, 'link', linkAttributes(token));
    else if (markOfToken[name]) open.change(token.nesting, markOfToken[name], {});
    else if (token.type === 'space_tag') {
      const mark = markOfTag[token.info.replace('/', '')];
      if (mark && closing.has(index)) open.change(token.info.startsWith('/') ? -1 : 1, mark, {});
      else addText(token.content);
    } else addText(token.content);
  }
  return joinTexts(content);
}

/** The marks that are open at a place. Marks of one kind may nest, so each has a stack. */
class OpenMarks {
  readonly #stacks = new Map<string, Attributes[]>();

  change(nesting: number, type: string, attrs: Attributes): void {
    const stack = this.#stacks.get(type) ?? [];
    if (nesting === 1) stack.push(attrs);
    else stack.pop();
    this.#stacks.set(type, stack);
  }

  set(): MarkSet {
    const set: Record<string, Attributes> = {};
    for (const [type, stack] of this.#stacks) if (stack.length > 0) set[type] = stack.at(-1)!;
    return set;
  }
}

/** Returns the indexes of the tags that have a partner. A tag without one is text. */
function pairTags(tokens: readonly Token[]): ReadonlySet<number> {
  const paired = new Set<number>();
  const open = new Map<string, number[]>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'space_tag' || token.info === 'br') continue;
    const name = token.info.replace('/', '');
    const stack = open.get(name) ?? [];
    open.set(name, stack);
    if (!token.info.startsWith('/')) stack.push(index);
    else if (stack.length > 0) paired.add(index).add(stack.pop()!);
  }
  return paired;
}

function linkAttributes(token: Token): Attributes {
  const title = token.attrGet('title');
  return { href: token.attrGet('href') ?? '', ...(title ? { title } : {}) };
}

function readImage(token: Token, marks: MarkSet): RichNode {
  const alt = textOf(token.children ?? []);
  const title = token.attrGet('title');
  const href = marks.link?.href;
  const attrs = {
    src: token.attrGet('src') ?? '',
    ...(alt ? { alt } : {}),
    ...(title ? { title } : {}),
    ...(typeof href === 'string' ? { href } : {}),
  };
  return { type: 'image', attrs };
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      token.type === 'softbreak' || token.type === 'hardbreak' ? ' ' : token.children ? textOf(token.children) : token.content,
    )
    .join('');
}
