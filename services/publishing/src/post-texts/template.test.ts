import { describe, expect, test } from '@jest/globals';
import { POST_TOKENS } from '@space/contracts/publishing';
import { Html } from '@space/web';
import fc from 'fast-check';
import { parse } from 'parse5';
import { fillTemplate, readTemplate, type TokenValues } from './template.ts';

const values: TokenValues = {
  title: 'A & "B" <script>alert(1)</script> {{body}}',
  cover_image: 'https://example.com/a b(c)\'d".png?x=1&y=2',
  excerpt: '{{title}}',
  author: 'Ada',
  reading_time: '1 min read',
  tags: 'Engines, R&D',
  date: '1 January 2026',
  previous_title: 'Before & <after>',
  previous_url: 'https://example.com/news/before',
  next_title: '',
  next_url: '',
  body: new Html('<p>Body with {{title}}</p>'),
};
const filled = (source: string, metadata?: string, slots = {}) =>
  fillTemplate(readTemplate(source), values, { ...(metadata && { metadata }), ...slots }, 1_000_000);

test('tokens are filled in one pass: a token inside a value is not replaced', () => {
  expect(filled('<h1>{{title}}</h1>{{ body }}<p>{{excerpt}} {{nothing}}</p>')).toBe(
    '<h1>A &amp; &quot;B&quot; &lt;script&gt;alert(1)&lt;/script&gt; {{body}}</h1><p>Body with {{title}}</p><p>{{title}} {{nothing}}</p>',
  );
});

test('a value is encoded for the HTML context of its token', () => {
  expect(filled('<p title={{title}}>')).toBe(
    '<p title=A&#32;&amp;&#32;&quot;B&quot;&#32;&lt;script&gt;alert(1)&lt;/script&gt;&#32;{{body}}>',
  );
  expect(filled('<img src="{{cover_image}}">')).toBe('<img src="https://example.com/a&#32;b(c)&#39;d&quot;.png?x&#61;1&amp;y&#61;2">');
  expect(
    filled('<a href="{{previous_url}}" title="{{previous_title}}">{{previous_title}}</a><a href="{{next_url}}">{{next_title}}</a>'),
  ).toBe(
    '<a href="https://example.com/news/before" title="Before&#32;&amp;&#32;&lt;after&gt;">Before &amp; &lt;after&gt;</a><a href=""></a>',
  );
  expect(filled('<a href="https://x.example/?t={{excerpt}}">')).toBe('<a href="https://x.example/?t=%7B%7Btitle%7D%7D">');
  expect(filled('<b style="background:url({{cover_image}})">')).toBe(
    '<b style="background:url(https://example.com/a%20b%28c%29%27d%22.png?x&#61;1&amp;y&#61;2)">',
  );
  expect(filled('<script type="application/ld+json">{"headline":"{{title}}"}</script>')).toBe(
    '<script type="application/ld+json">{"headline":"A \\u0026 \\"B\\" \\u003cscript\\u003ealert(1)\\u003c/script\\u003e {{body}}"}</script>',
  );
  expect(filled('<!-- {{title}} -->')).toBe('<!-- {{title}} -->');
  expect(filled('a <{{author}}>')).toBe('a &lt;Ada>');
});

describe('a template with an unsafe token is refused, with line and column:', () => {
  test.each([
    ['in a script', '<script>\n  var t = "{{title}}";\n</script>', 'line 2, column 12'],
    ['in what an event does', '<p onclick="{{title}}">', 'line 1, column 13'],
    ['at the beginning of an address', '<a href="{{title}}">', 'line 1, column 10'],
    ['in a style', '<style>{{title}}</style>', 'line 1, column 8'],
    ['for the address of a script', '<script src="{{next_url}}"></script>', 'line 1, column 14'],
    ['for another address than a picture in a style', '<p style="background:url({{next_url}})">', 'line 1, column 26'],
    ['in a tag', '<p {{title}}>', 'line 1, column 4'],
    ['in an attribute that stands twice', '<p title="" title="{{title}}">', 'line 1, column 20'],
    ['in a frame', '<iframe srcdoc="{{title}}">', 'line 1, column 17'],
    ['where a page is led away', '<meta http-equiv="refresh" content="0;url={{author}}">', 'line 1, column 43'],
    ['for the text in a title', '<title>{{body}}</title>', 'line 1, column 8'],
    ['for the text in a value', '<p title="{{body}}">', 'line 1, column 11'],
  ])('%s', (_where, source, place) => {
    expect(readTemplate(source).errors).toMatchObject([
      { path: 'template_html', code: 'unsafe_token', message: expect.stringContaining(place) },
    ]);
  });
});

test('metadata is inserted into the head of a document', () => {
  expect(filled('<!doctype html><html lang="en"><head><title>{{author}}</title></head><body>x', '<meta>')).toBe(
    '<!doctype html><html lang="en"><head><meta><title>Ada</title></head><body>x',
  );
  expect(filled('<!doctype html>{{author}}', '<meta>')).toBe('<!doctype html><meta>Ada');
  expect(filled('<html>', '<meta>')).toBe('<html><meta>');
  expect(readTemplate('<p>a piece</p>').isDocument).toBe(false);
});

test('the navigation is inserted into the head and first into the body of a document, also when the body has no tag', () => {
  const slots = { navigation_head: '<style></style>', navigation: '<nav></nav>' };
  expect(filled('<!doctype html><html><head><title>x</title></head><body class="a">{{body}}', '<meta>', slots)).toBe(
    '<!doctype html><html><head><style></style><meta><title>x</title></head><body class="a"><nav></nav><p>Body with {{title}}</p>',
  );
  expect(filled('<!doctype html>{{author}}', '<meta>', slots)).toBe('<!doctype html><style></style><meta><nav></nav>Ada');
  expect(filled('<html><head></head><frameset><frame></frameset></html>', '<meta>', slots)).toBe(
    '<html><head><meta></head><frameset><frame></frameset></html>',
  );
});

test('a template repeats each token at a bounded number of places', () => {
  expect(readTemplate('{{body}}'.repeat(3) + '{{title}}'.repeat(100)).errors).toEqual([]);
  expect(readTemplate('{{body}}'.repeat(4) + '{{ title }}'.repeat(101)).errors).toMatchObject([
    { path: 'template_html', code: 'too_many_tokens', message: 'has {{body}} at 4 places; at most 3 are allowed' },
    { path: 'template_html', code: 'too_many_tokens', message: 'has {{title}} at 101 places; at most 100 are allowed' },
  ]);
});

test('a page above the bound is not built: its size is counted first', () => {
  const body = new Html('é'.repeat(500_000));
  const fill = (source: string, most: number) => fillTemplate(readTemplate(source), { ...values, body }, {}, most);
  expect(fill('{{body}}', 1_000_000)).toHaveLength(500_000);
  expect(fill('{{body}}', 999_999)).toBeUndefined();
  expect(fill('{{body}}'.repeat(4), 100_000_000)).toBeUndefined();
});

test('the most expensive template within the bounds takes little processor time', () => {
  const attributes = Array.from({ length: 8_000 }, (_, at) => `a${at}=1`).join(' ');
  const tokens = Array.from({ length: 100 }, (_, at) => `t${at}="{{title}}"`).join(' ');
  const source = `<!doctype html><p ${attributes} ${tokens}>${'<b><i><p>'.repeat(100)}${'x <'.repeat(20_000)}`.slice(0, 200_000);
  const before = process.cpuUsage();
  expect(readTemplate(source).errors).toEqual([]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});

test('no value becomes an element or an attribute in any random template', () => {
  const marked = 'zq';
  const hostile: TokenValues = {
    ...Object.fromEntries(POST_TOKENS.map((token) => [token, `${marked} onload=${marked} <${marked} ${marked}> "'\`/>--><${marked}>`])),
    cover_image: `https://x.example/${marked}"'()<${marked}>`,
    body: new Html('<p>fine</p>'),
  } as unknown as TokenValues;
  const piece = fc.oneof(
    fc.constantFrom(...POST_TOKENS.map((token) => `{{${token}}}`)),
    fc.constantFrom(
      '<',
      '</',
      '<!',
      '<!--',
      '-->',
      '>',
      '/>',
      '"',
      "'",
      '=',
      ' ',
      '&',
      '<p ',
      '<a href=',
      '<title>',
      '</title>',
      '<textarea>',
      '<style>',
      '</style>',
      '<script>',
      '</script>',
      '<svg>',
      '<math>',
      '<table>',
      '<body ',
      '<noscript>',
      'title=',
      'x',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const template = readTemplate(pieces.join(''));
      fc.pre(template.errors.length === 0);
      const visit = (node: object): void => {
        if ('tagName' in node) expect(String(node.tagName)).not.toContain(marked);
        if ('attrs' in node) for (const { name } of node.attrs as { name: string }[]) expect(name).not.toMatch(/zq|onload/);
        if ('childNodes' in node) for (const child of node.childNodes as object[]) visit(child);
      };
      visit(parse(fillTemplate(template, hostile, {}, 1_000_000)!));
    }),
    { numRuns: 1_000 },
  );
});
