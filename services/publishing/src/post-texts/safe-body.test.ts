import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { plainText, safeBody } from './safe-body.ts';

const safe = (body: string) => safeBody(body).text;

/** Returns the names of the elements and the attributes with their values that a browser finds in a fragment. */
function found(fragment: string): { names: Set<string>; attributes: [string, string][] } {
  const names = new Set<string>();
  const attributes: [string, string][] = [];
  const visit = (node: object): void => {
    if ('tagName' in node) names.add(String(node.tagName));
    if ('attrs' in node) for (const { name, value } of node.attrs as { name: string; value: string }[]) attributes.push([name, value]);
    if ('content' in node) visit(node.content as object);
    if ('childNodes' in node) for (const child of node.childNodes as object[]) visit(child);
  };
  visit(parseFragment(fragment));
  return { names, attributes };
}

const dangerous = [
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'base',
  'meta',
  'link',
  'form',
  'input',
  'button',
  'svg',
  'math',
  'template',
  'noscript',
  'title',
  'textarea',
  'frame',
  'frameset',
  'applet',
  'portal',
];

function mustBeInert(text: string): void {
  const { names, attributes } = found(text);
  for (const name of dangerous) expect(names).not.toContain(name);
  for (const [name, value] of attributes) {
    expect(name).not.toMatch(/^(on|style$|srcdoc$|id$|name$|formaction$|action$|xlink|background$|ping$|target$)/i);
    expect(value.replace(/[\s\p{Cc}]/gu, '')).not.toMatch(/^(javascript|vbscript|data:(?!image\/))/i);
  }
}

describe('safeBody', () => {
  test('safeBody keeps readable elements and their safe attributes', () => {
    const text =
      '<h2>One</h2><p>Two <em>three</em> <a href="https://example.com/?a=1&amp;b=2" title="x">four</a></p><pre class="language-ts"><code>a &lt; b</code></pre><ul><li>five</li></ul><table><tbody><tr><td colspan="2">six</td></tr></tbody></table><figure><img src="/seven.png" alt="8" width="10" /><figcaption>nine</figcaption></figure><details><summary>ten</summary>…</details>';
    const shown = safe(text);
    expect(shown).toContain('<pre class="language-ts" tabindex="0"><code>a &lt; b</code></pre>');
    expect(shown).toContain('rel="noopener nofollow ugc"');
    expect(found(shown).names).toEqual(found(text).names);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<template><img src=x onerror=alert(1)></template>',
    '<a href="java&#9;script:alert(1)">x</a><a href=" &#14; javascript:alert(1)">y</a><a href="JaVaScRiPt&colon;alert(1)">z</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a><img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe><iframe src="javascript:alert(1)">',
    '<base href="https://evil.example"><meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<div style="background:url(javascript:alert(1))" id="x" name="y" class="z">x</div>',
    '<form action="https://evil.example"><input name=a><button formaction="javascript:alert(1)">go</button></form>',
    '<x/onclick=alert(1)>a</x><p/onmouseover=alert(1)//>b',
    '<img src="x` onerror=alert(1)`"><img src=\'x\' onerror\n=\nalert(1)>',
    '<!--><img src=x onerror=alert(1)>--><![CDATA[<script>alert(1)</script>]]>',
    '<img srcset="x 1x, javascript:alert(1) 2x"><video poster="javascript:alert(1)"><source src="javascript:alert(1)">',
    '<<script>script>alert(1)<</script>/script>',
    '<xmp><p title="</xmp><script>alert(1)</script>"></xmp><plaintext><script>alert(1)</script>',
  ])('safeBody makes hostile HTML inert: %s', (hostile) => {
    const once = safe(hostile);
    mustBeInert(once);
    // Sanitizing twice gives the same text, so no mutation is left.
    expect(safe(once)).toBe(once);
  });

  test('safeBody makes any random HTML inert', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...dangerous.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} `]),
        '<p>',
        '</p>',
        '<a href="',
        '<img src=x ',
        'onerror=alert(1)',
        'javascript:',
        '">',
        "'>",
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '&lt;',
        '&#x3c;',
        '<table>',
        '<mglyph>',
        '<mtext>',
        '<foreignObject>',
      ),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => mustBeInert(safe(pieces.join('')))),
      { numRuns: 400 },
    );
  });

  test('safeBody does not close elements of the surrounding layout', () => {
    expect(safe('</div></article></main></body></html><p>text')).toBe('<p>text</p>');
    expect(safe('<div><p>open')).toBe('<div><p>open</p></div>');
  });

  test('safeBody truncates deeply nested elements', () => {
    expect(safe(`${'<div>'.repeat(200)}x`).match(/<div>/g)).toHaveLength(100);
  });
});

test('plainText returns words without elements and ends with a whole word', () => {
  expect(plainText('<h1>Title</h1><p>One <b>t</b>wo &amp; three</p><script>x()</script>').whole).toBe('Title One two & three');
});

test.each([
  ['<h2 id=a>Weaving</h2><p>We weave.</p><hgroup><h3>Looms</h3><p>Old ones</p></hgroup><p>And spin.</p>', 'We weave. And spin.'],
  ['<H1 title="<p>">Weaving</H1>We weave. <header>Looms</header>', 'We weave. Looms'],
  ['<h2>Weaving</h2><h3>wool</h3>', 'Weaving wool'],
])('plainText leaves the headings of %s out of its prose', (body, prose) => {
  expect(plainText(body).prose).toBe(prose);
});
