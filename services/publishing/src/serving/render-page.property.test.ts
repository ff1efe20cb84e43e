import { describe, expect, test } from '@jest/globals';
import { plainContext } from '@space/web';
import fc from 'fast-check';
import { serialize } from 'parse5';
import type { Navigation } from '../navigation/navigation.ts';
import { attributeOf, type Document, type Element, eachElement, type Node, parseDocument, textIn } from '../references/parse-document.ts';
import { readOutline } from '../references/read-outline.ts';
import { renderPage } from './render-page.ts';

const ORIGIN = 'https://pages.example.com';

const navigation = (over: Partial<Navigation> = {}): Navigation => ({
  layout: 'top',
  accent: null,
  title: 'Engines & Co',
  logo_url: null,
  menu_label: 'Menu',
  home_url: `${ORIGIN}/s/engines/`,
  links: [
    { label: 'Home', url: `${ORIGIN}/s/engines/`, is_current: false },
    { label: 'About <us>', url: `${ORIGIN}/s/engines/about`, is_current: true },
  ],
  ...over,
});

const metadata = {
  title: 'About',
  description: 'Who we are',
  image_url: null,
  url: `${ORIGIN}/s/engines/about`,
  site: 'Engines & Co',
  icon: 'data:icon',
};

const render = (layout_html: string, shown: { navigation?: Navigation | null; names?: Record<string, string> } = {}): string =>
  renderPage({
    layout_html,
    outline: readOutline(layout_html, ORIGIN),
    metadata,
    navigation: shown.navigation === undefined ? navigation() : shown.navigation,
    names: shown.names ?? {},
    labels: plainContext('en').locale.labels,
    origin: ORIGIN,
  });

const all = (document: Document, name: string): Element[] => {
  const found: Element[] = [];
  eachElement(document, (element) => {
    if (element.tagName === name) found.push(element);
  });
  return found;
};

/** Returns true for a node that renderPage inserted: the navigation, or metadata. */
const isHeadOfOurs = (node: Node): boolean =>
  'tagName' in node &&
  (attributeOf(node, 'data-site-navigation') !== undefined ||
    (node.tagName === 'meta' && ['width=device-width, initial-scale=1', 'Who we are'].includes(attributeOf(node, 'content') ?? '')) ||
    (node.tagName === 'meta' && (attributeOf(node, 'property') ?? '').startsWith('og:')) ||
    (node.tagName === 'link' && ['icon', 'canonical'].includes(attributeOf(node, 'rel') ?? '')) ||
    (node.tagName === 'title' && textIn(node) === 'About'));

/** Removes the inserted nodes from a rendered page. */
function without(document: Document): Document {
  eachElement(document, (element) => {
    element.childNodes = element.childNodes.filter(
      (child) => !isHeadOfOurs(child) && !('tagName' in child && child.tagName === 'site-navigation'),
    );
  });
  return document;
}

/** Returns true for an empty paragraph that a stray end tag made. */
const isNothing = (node: Node): boolean => 'tagName' in node && ['p', 'br'].includes(node.tagName) && node.childNodes.length === 0;

/** Returns the first element of a body that is not empty and does not belong to the head. */
const firstInBody = (document: Document) =>
  all(document, 'body')[0]!.childNodes.find((node) => 'tagName' in node && !isHeadOfOurs(node) && !isNothing(node));

/**
 * Returns the tree of a document as text, without white space and comments around the head, and without comments that are
 * children of the body: a comment after `</html>` becomes one when something is inserted before it.
 */
function treeOf(document: Document): string {
  const isComment = (node: Node) => node.nodeName === '#comment';
  const isUnseen = (node: Node) => isComment(node) || (node.nodeName === '#text' && 'value' in node && node.value.trim() === '');
  for (const part of [document, ...all(document, 'html'), ...all(document, 'head')])
    part.childNodes = part.childNodes.filter((node) => !isUnseen(node));
  for (const body of all(document, 'body')) body.childNodes = body.childNodes.filter((node) => !isComment(node));
  return serialize(document);
}

const documents = {
  'a whole document':
    '<!doctype html>\n<html lang="de">\n<head>\n<meta charset="utf-8">\n<title>Own</title>\n</head>\n<body class="a">\n<h1>Hi</h1>\n</body>\n</html>\n',
  'a fragment': '<h1>Hi</h1><p>there',
  'only text': 'Hello',
  nothing: '',
  'a document without a body tag': '<!doctype html><title>Own</title><p>Hi</p>',
  'a document without a head tag': '<!doctype html><html><body><p>Hi</p></body></html>',
  'only a head': '<!doctype html><html><head><title>Own</title></head>',
  'a comment first': '<!-- hello --><!doctype html><html><body>Hi',
  'broken nesting': '<!doctype html><body><p><b>bold<i>both</p>after</b></i><table><td>cell<div>foster</table></section>',
  'a body tag late': '<p>before<body class="late"><p>after',
  'its own nav': '<!doctype html><html><body><nav><a href="/x">Mine</a></nav><main>Hi</main></body></html>',
  'a byte order mark': '\ufeff<!doctype html><html><head></head><body>Hi</body></html>',
  'carriage returns': '<!doctype html>\r\n<html>\r\n<head>\r\n</head>\r\n<body>\r\n<p>Hi\r\n',
  'text after its end': '<!doctype html><html><body>Hi</body></html>trailing<p>more',
  'a script that looks like a body': '<!doctype html><html><head><script>"<body>"</script></head><body>Hi</body></html>',
  'a noscript in its head': '<!doctype html><html><head><noscript><link rel="stylesheet" href="x.css"></noscript></head><body>Hi',
  'a template first': '<!doctype html><template><body>x</template><p>Hi',
  'a form without end': '<form><input name=a><div>',
  'a plaintext element': '<!doctype html><body><plaintext></body>',
};

describe.each(Object.entries(documents))('navigation in a document that is %s', (_what, layout_html) => {
  test('the navigation is inserted first in the body, and the tree is otherwise unchanged', () => {
    const rendered = parseDocument(render(layout_html).replace(/^\ufeff/, ''));
    expect(firstInBody(rendered)).toMatchObject({ tagName: 'site-navigation' });
    expect(all(rendered, 'site-navigation')).toHaveLength(1);
    expect(treeOf(without(rendered))).toBe(treeOf(without(parseDocument(layout_html.replace(/^\ufeff/, '')))));
  });

  test('the navigation leaves every byte of the document in its order', () => {
    const rendered = render(layout_html);
    let at = 0;
    for (const character of layout_html) {
      at = rendered.indexOf(character, at) + 1;
      expect(at).toBeGreaterThan(0);
    }
  });
});

describe('navigation', () => {
  test('the navigation marks the current page, escapes its labels, and needs no script', () => {
    const rendered = render('<p>Hi');
    const links = all(parseDocument(rendered), 'a');
    const current = links.filter((link) => attributeOf(link, 'aria-current') === 'page');
    expect(new Set(current.map((link) => attributeOf(link, 'href')))).toEqual(new Set([`${ORIGIN}/s/engines/about`]));
    expect(rendered).toContain('About &lt;us&gt;');
    expect(rendered).toContain('aria-label="Engines &amp; Co"');
    expect(rendered).not.toMatch(/<script|onclick/);
  });

  test('a document with frames and a site without navigation get no navigation', () => {
    expect(render('<!doctype html><html><head></head><frameset><frame src="x"></frameset></html>')).not.toContain('<site-navigation');
    expect(render('<p>Hi', { navigation: null })).not.toContain('<site-navigation');
  });

  const words = fc.constantFrom(
    '<!doctype html>',
    '<html>',
    '<head>',
    '</head>',
    '<title>T</title>',
    '<meta name=a content=b>',
    '<style>p{}</style>',
    '<script>1<2</script>',
    '<body>',
    '<body class=x>',
    '</body>',
    '</html>',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<b>',
    '</b>',
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<template>',
    '</template>',
    '<select>',
    '<option>',
    '</select>',
    '<svg>',
    '</svg>',
    '<math>',
    '<noscript>',
    '</noscript>',
    '<!-- c -->',
    'text',
    ' ',
    '\r\n',
    '&amp;',
    '<br>',
    '<a href=x>',
    '</a>',
    '<textarea>',
    '</textarea>',
    '<ul><li>',
    '<link rel=icon>',
    '<form>',
    '</p',
  );

  test('the navigation is inserted once and changes nothing else in any random document', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
        const layout_html = parts.join('');
        const rendered = parseDocument(render(layout_html));
        const given = parseDocument(layout_html);
        if (readOutline(layout_html, ORIGIN).body_at === null) {
          // An unclosed element swallows the rest: a browser shows nothing of such a document, or an empty paragraph.
          expect(all(rendered, 'site-navigation')).toHaveLength(0);
          for (const child of all(given, 'body')[0]!.childNodes) expect(child).toMatchObject({ tagName: 'p', childNodes: [] });
          return;
        }
        expect(all(rendered, 'site-navigation')).toHaveLength(1);
        expect(firstInBody(rendered)).toMatchObject({ tagName: 'site-navigation' });
        expect(treeOf(without(rendered))).toBe(treeOf(without(parseDocument(layout_html))));
      }),
      {
        numRuns: Number(process.env.FC_RUNS ?? 100),
        examples: [[['</body>', '</p>', '</p']], [['<html>', '</html>', ' ', '<!-- c -->']]],
      },
    );
  });
});

describe('head', () => {
  test('the head of a document gets the metadata that it lacks', () => {
    const rendered = render('<!doctype html><html><head></head><body>Hi</body></html>');
    for (const part of [
      '<title>About</title>',
      '<meta name="description" content="Who we are">',
      `<link rel="canonical" href="${ORIGIN}/s/engines/about">`,
      '<meta property="og:title" content="About">',
      '<meta property="og:site_name" content="Engines &amp; Co">',
      '<meta name="viewport"',
      '<link rel="icon" href="data:icon">',
    ])
      expect(rendered).toContain(part);
  });

  test('the head of a document keeps its own metadata', () => {
    const rendered = render(
      '<!doctype html><html><head><title>Own</title><meta name=Description content=x><link rel="x canonical" href=/y><link rel="shortcut ICON" href=/z.png><meta property=og:title content=z><meta name=viewport content=w></head><body>Hi',
    );
    for (const part of ['<title>About', 'name="description"', 'rel="canonical"', 'property="og:title"', 'name="viewport"', 'rel="icon"'])
      expect(rendered).not.toContain(part);
    expect(rendered).toContain('property="og:url"');
  });
});

describe('placeholder', () => {
  test('a placeholder is replaced by an iframe with the name of its form or booking page', () => {
    const rendered = render('<body><div data-form-id="frm_1" class=x><p>Loading…</div><section data-booking-page-id=bkp_2>', {
      names: { frm_1: 'Contact "us"' },
    });
    expect(rendered).toContain(
      `<div data-form-id="frm_1" class=x><iframe src="${ORIGIN}/f/frm_1" title="Contact &quot;us&quot;" name="space-frame" loading="lazy"`,
    );
    expect(rendered).not.toContain('Loading');
    expect(rendered).toContain(`<section data-booking-page-id=bkp_2><iframe src="${ORIGIN}/book/bkp_2" title="Booking page"`);
  });

  test('an iframe without src gets one, and the placeholder of a script is inserted after the script', () => {
    expect(render('<iframe data-form-id=frm_1></iframe>')).toContain(`<iframe src="${ORIGIN}/f/frm_1" data-form-id=frm_1>`);
    expect(render('<p data-form-id=frm_1 data-inline></p>')).toContain('title="Form" name="space-inline" loading="lazy"');
    expect(render('<iframe data-form-id=frm_1 data-inline></iframe>')).toContain(
      `<iframe src="${ORIGIN}/f/frm_1" name="space-inline" data`,
    );
    expect(render('<p data-form-id=frm_1></p>')).not.toContain('name="space-inline"');
    expect(render('<iframe data-form-id=frm_1 name=mine></iframe>')).toContain(
      `<iframe src="${ORIGIN}/f/frm_1" data-form-id=frm_1 name=mine>`,
    );
    expect(render('<body><script data-form-id=frm_1></script><p>')).toContain(`</script><iframe src="${ORIGIN}/f/frm_1"`);
  });

  test('a link, a form or an iframe with its own address is not replaced', () => {
    for (const html of [
      '<a data-form-id=frm_1 href=#>x</a>',
      '<form data-form-id=frm_1></form>',
      '<iframe data-form-id=frm_1 src=/f/frm_1></iframe>',
    ])
      expect(render(html, { navigation: null })).toContain(html);
  });
});
