import type { Token } from 'markdown-it/index.js';
import type { RichNode } from '../blocks/rich-node.ts';
import { calloutKinds, isBlock, isNestingLevel, MAX_BLOCKS, MAX_CHARACTERS, MAX_MARKDOWN_LENGTH, MAX_NESTING } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';
import { toEmbed } from './embed.ts';
import { markdownParser } from './markdown-parser.ts';
import { readInline } from './read-inline.ts';

/**
 * Returns the blocks of Markdown, without ids. Attributes that Markdown has a form for are always given, others never.
 * Throws a RichTextError with a line: `invalid` above 20 levels of nesting, `too_large` above 5,000 blocks or 1,000,000
 * characters.
 */
export function parseMarkdown(markdown: string): RichNode[] {
  if (markdown.length > MAX_MARKDOWN_LENGTH) {
    throw new RichTextError('too_large', `\`markdown\` has at most ${MAX_MARKDOWN_LENGTH} characters; send it in parts.`);
  }
  return new BlockReader(markdownParser.parse(markdown, {})).readAll();
}

const alertPattern = new RegExp(`^\\[!(${calloutKinds.join('|')})\\] *(?:\\n|$)`, 'i');
const taskPattern = /^\[([ xX])\](?:[ \t\n]|$)/;
const containers: Readonly<Record<string, string>> = {
  bullet_list: 'bulletList',
  ordered_list: 'orderedList',
  list_item: 'listItem',
  blockquote: 'blockquote',
  table: 'table',
  tr: 'tableRow',
};

class BlockReader {
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;
  #line = 1;
  #blocks = 0;
  #characters = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  readAll(): RichNode[] {
    return this.#readUntil(undefined);
  }

  #readUntil(close: string | undefined): RichNode[] {
    const nodes: RichNode[] = [];
    for (let token = this.#tokens[this.#index]; token; token = this.#tokens[this.#index]) {
      this.#index += 1;
      if (token.type === close) break;
      const node = this.#read(token);
      if (Array.isArray(node)) nodes.push(...node);
      else nodes.push(node as RichNode);
    }
    return nodes;
  }

  #read(token: Token): RichNode | readonly RichNode[] {
    if (token.map) this.#line = token.map[0] + 1;
    const name = token.type.replace(/_open$/, '');
    if (name === 'paragraph') return this.#paragraph();
    if (name === 'heading') {
      const level = Number(token.tag.slice(1));
      return this.#count({ type: 'heading', attrs: { level }, content: this.#readLine('heading_close') });
    }
    if (token.type === 'fence' || token.type === 'code_block') return this.#count(this.#codeBlock(token));
    if (token.type === 'hr') return this.#count({ type: 'horizontalRule' });
    if (name === 'thead' || name === 'tbody') return this.#readUntil(`${name}_close`);
    if (name === 'th' || name === 'td') return this.#cell(token, name);
    if (name === 'details') return this.#details();
    return this.#container(token, name);
  }

  /** Returns the paragraph, or nothing for one without content such as a link without text. */
  #paragraph(): readonly RichNode[] {
    const content = this.#readLine('paragraph_close');
    return content.length === 0 ? [] : [this.#count(toEmbed({ type: 'paragraph', content }))];
  }

  #container(token: Token, name: string): RichNode {
    const type = containers[name];
    if (type === undefined) throw new Error(`The Markdown token ${token.type} has no node.`);
    const task = type === 'listItem' ? this.#takeTask() : null;
    const alert = type === 'blockquote' ? this.#takeAlert() : undefined;
    const node = { type: alert ? 'callout' : type };
    const content = this.#nested(node.type, `${name}_close`);
    if (type === 'table' || type === 'tableRow') return this.#count({ ...node, content });
    const filled = content.length > 0 ? content : [this.#count({ type: 'paragraph', content: [] })];
    if (alert) return this.#count({ ...node, attrs: { kind: alert }, content: filled });
    if (type === 'listItem') return this.#count({ ...node, attrs: { checked: task }, content: filled });
    if (type === 'orderedList') return this.#count({ ...node, attrs: { start: Number(token.attrGet('start') ?? 1) }, content: filled });
    return this.#count({ ...node, content: filled });
  }

  #nested(type: string, close: string): RichNode[] {
    const isLevel = isNestingLevel(type);
    if (isLevel) this.#depth += 1;
    if (this.#depth > MAX_NESTING) {
      throw new RichTextError('invalid', `\`markdown\` is nested at most ${MAX_NESTING} levels deep; line ${this.#line} is deeper.`, {
        line: this.#line,
      });
    }
    const content = this.#readUntil(close);
    if (isLevel) this.#depth -= 1;
    return content;
  }

  #details(): RichNode {
    this.#index += 1;
    const summary = { type: 'detailsSummary', content: this.#readLine('summary_close') };
    const content = this.#nested('details', 'details_close');
    const filled = content.length > 0 ? content : [this.#count({ type: 'paragraph', content: [] })];
    return this.#count({ type: 'details', content: [summary, { type: 'detailsContent', content: filled }] });
  }

  #cell(token: Token, name: string): RichNode {
    const align = /text-align:(left|center|right)/.exec(token.attrGet('style') ?? '')?.[1] ?? null;
    const content = [this.#count({ type: 'paragraph', content: this.#readLine(`${name}_close`) })];
    return { type: name === 'th' ? 'tableHeader' : 'tableCell', attrs: { align }, content };
  }

  #codeBlock(token: Token): RichNode {
    const info = markdownParser.utils.unescapeAll(token.info).trim();
    const [, language = '', meta = ''] = /^(\S*)\s*([\s\S]*)$/.exec(info) ?? [];
    const text = token.content.replace(/\n$/, '');
    this.#characters += text.length;
    const content = text === '' ? [] : [{ type: 'text', text }];
    return { type: 'codeBlock', attrs: { language: language.slice(0, 100) || null, meta: meta.slice(0, 500) || null }, content };
  }

  /** Returns the inline nodes up to the closing token of the line of text. */
  #readLine(close: string): RichNode[] {
    const content: RichNode[] = [];
    for (let token = this.#tokens[this.#index]; token; token = this.#tokens[this.#index]) {
      this.#index += 1;
      if (token.type === close) break;
      content.push(...readInline(token.children ?? []));
    }
    for (const node of content) this.#characters += node.text?.length ?? 1;
    return content;
  }

  /** Takes the box of a task from the first paragraph of a list item. Returns its state, or null without a box. */
  #takeTask(): boolean | null {
    const inline = this.#firstParagraph();
    const box = inline ? taskPattern.exec(inline.content) : null;
    const first = inline?.children?.[0];
    if (!box || first?.type !== 'text' || !/^\[[ xX]\](?: |\t|$)/.test(first.content)) return null;
    first.content = first.content.slice(4);
    if (first.content === '' && inline?.children?.[1]?.type === 'softbreak') inline.children.splice(0, 2);
    return box[1] !== ' ';
  }

  /** Takes the line `[!NOTE]` from the first paragraph of a quote. Returns its kind, or undefined without one. */
  #takeAlert(): string | undefined {
    const inline = this.#firstParagraph();
    const kind = inline ? alertPattern.exec(inline.content)?.[1] : undefined;
    if (kind === undefined || inline?.children?.[0]?.type !== 'text') return undefined;
    inline.children = inline.children.slice(inline.children[0].content.startsWith('[!') ? lengthOfFirstLine(inline.children) : 0);
    if (inline.children.length === 0) this.#index += 3;
    return kind.toLowerCase();
  }

  #firstParagraph(): Token | undefined {
    return this.#tokens[this.#index]?.type === 'paragraph_open' ? this.#tokens[this.#index + 1] : undefined;
  }

  #count(node: RichNode): RichNode {
    if (isBlock(node.type)) this.#blocks += 1;
    if (this.#blocks > MAX_BLOCKS) {
      throw new RichTextError('too_large', `A document has at most ${MAX_BLOCKS} blocks; line ${this.#line} is above that.`, {
        line: this.#line,
      });
    }
    if (this.#characters > MAX_CHARACTERS) {
      throw new RichTextError('too_large', `A document has at most ${MAX_CHARACTERS} characters; line ${this.#line} is above that.`, {
        line: this.#line,
      });
    }
    return node;
  }
}

function lengthOfFirstLine(children: readonly Token[]): number {
  const end = children.findIndex((child) => child.type === 'softbreak');
  return end === -1 ? children.length : end + 1;
}
