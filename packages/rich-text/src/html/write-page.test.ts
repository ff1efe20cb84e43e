import { expect, test } from '@jest/globals';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { writePage } from './write-page.ts';

const MARKDOWN = `[Deals](space:table/tbl_1?view=viw_1)

[Logo](space:asset/ast_1)

Ask [Ada](space:contact/con_1), see [our form](space:form/frm_1) and ![Photo](space:asset/ast_2).`;

test('a thing that visitors may not have is its name alone, and its id is nowhere', () => {
  const html = writePage(parseMarkdown(MARKDOWN), {});
  expect(html).toBe(
    '<p class="embed">Deals</p>\n<p class="embed">Logo</p>\n<p>Ask <span>Ada</span>, see <span>our form</span> and Photo.</p>\n',
  );
});

test('the keyboard reaches tables and code that scroll', () => {
  const html = writePage(parseMarkdown('| a |\n|---|\n| b |\n\n```\nc\n```'), {});
  expect(html).toContain('<div class="scroll" tabindex="0">\n<table>');
  expect(html).toContain('<pre tabindex="0"><code>c\n</code></pre>');
});

test('a public thing is a link, and a picture is shown', () => {
  const html = writePage(parseMarkdown(MARKDOWN), {
    'space:table/tbl_1?view=viw_1': { href: 'https://p.example/t/x' },
    'space:asset/ast_1': { href: '/a/1', picture: { src: '/a/1?w=1280', width: 40, height: 20 } },
    'space:asset/ast_2': { href: '/a/2', picture: { src: '/a/2', width: null, height: null } },
    'space:form/frm_1': { href: '/f/frm_1' },
  });
  expect(html).toContain('<p class="embed"><a href="https://p.example/t/x" rel="noopener">Deals</a></p>');
  expect(html).toContain(
    '<figure><img src="/a/1?w=1280" alt="Logo" width="40" height="20" loading="lazy"><figcaption>Logo</figcaption></figure>',
  );
  expect(html).toContain('<a href="/f/frm_1" rel="noopener nofollow ugc">our form</a> and <img src="/a/2" alt="Photo" loading="lazy">');
  expect(html).not.toContain('con_1');
});

test('headings are below the title of the page, and six levels are enough', () => {
  const html = writePage(parseMarkdown('# Plan\n\n## Steps\n\n###### Notes'), {});
  expect(html.match(/<h\d[^>]*>[^<]*<\/h\d>/g)?.map((heading) => heading.replace(/ id="[^"]*"/, ''))).toEqual([
    '<h2>Plan</h2>',
    '<h3>Steps</h3>',
    '<h6>Notes</h6>',
  ]);
});
