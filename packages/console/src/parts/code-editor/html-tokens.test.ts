import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { htmlTokens } from './html-tokens.ts';

const pieces = (text: string) => htmlTokens(text).map(({ from, to, kind }) => `${kind}:${text.slice(from, to)}`);

test('a document has tags, names, values, comments and entities', () => {
  expect(pieces('<!doctype html><a href="/x" data-on hidden=1>A &amp; B</a><!-- end -->')).toEqual([
    'comment:<!doctype html>',
    'tag:<a',
    'name:href',
    'value:"/x"',
    'name:data-on',
    'name:hidden',
    'value:1',
    'tag:>',
    'entity:&amp;',
    'tag:</a',
    'tag:>',
    'comment:<!-- end -->',
  ]);
});

test('the content of a style and of a script is code, up to its end tag', () => {
  expect(pieces('<style>/* a */ p { color: red }</STYLE>{{title}}')).toEqual([
    'tag:<style',
    'tag:>',
    'comment:/* a */',
    'name:color',
    'tag:</STYLE',
    'tag:>',
    'entity:{{title}}',
  ]);
  expect(pieces('<script>const a = "<b>" // c\n</script>')).toEqual([
    'tag:<script',
    'tag:>',
    'name:const',
    'value:"<b>"',
    'comment:// c',
    'tag:</script',
    'tag:>',
  ]);
});

test('pieces of any text are in order, inside the text, and do not overlap', () => {
  const fragments = fc.array(
    fc.constantFrom('<', '>', '</', '<!--', '-->', '"', "'", '=', '<style>', '</style', '<script', '/*', 'a', ' ', '&lt;'),
  );
  fc.assert(
    fc.property(
      fragments.map((parts) => parts.join('')),
      (text) => {
        let end = 0;
        for (const token of htmlTokens(text)) {
          expect(token.from).toBeGreaterThanOrEqual(end);
          expect(token.to).toBeGreaterThan(token.from);
          end = token.to;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      },
    ),
  );
});
