import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { documentSchema } from '../schema/index.ts';
import { parseHtml } from './parse-html.ts';
import { writeHtml } from './write-html.ts';

describe('parseHtml', () => {
  it('gives blocks that the schema accepts for every nesting of elements', () => {
    const tags = 'p h1 ul ol li blockquote pre code table tr td th thead details summary aside b a br hr img div dl dt input caption'.split(
      ' ',
    );
    const part = fc.oneof(
      fc
        .constantFrom(...tags)
        .map((tag) => `<${tag} href="https://a.example" src="https://a.example/b" data-callout="tip" type="checkbox">`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.constantFrom('text', ' ', '\n', '&lt;', '<', 'a b'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const blocks = parseHtml(parts.join(''));
        documentSchema.nodeFromJSON({ type: 'doc', content: blocks }).check();
        const html = writeHtml(blocks).text;
        expect(writeHtml(parseHtml(html)).text).toBe(html);
      }),
      { numRuns: 300 },
    );
  });
});
