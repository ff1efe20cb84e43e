import { describe, expect, test } from '@jest/globals';
import { MAX_POST_BODY_CHARACTERS, MAX_POST_ELEMENTS, MAX_POST_NESTING } from '@space/contracts/publishing';
import { readPostText } from './post-text.ts';

/** Returns the processor time of a call in milliseconds. */
function cpuOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const fill = (text: string) => text.repeat(Math.floor(MAX_POST_BODY_CHARACTERS / text.length));
const paragraph = '<p>One <b>two</b> <a href="/three">three</a>.</p>';

test('returns the sanitized text, its first words outside headings and the number of all words', () => {
  expect(readPostText('<h2>Weaving</h2><p>We weave.</p>')).toMatchObject({ summary: 'We weave.', words: 3 });
  expect(readPostText('<p onclick="x()">One <b>two</b></p><script>three</script>')).toEqual({
    html: '<p>One <b>two</b></p>',
    summary: 'One two',
    words: 2,
  });
});

test('accepts the largest text, elements that may stay open, and nesting up to the bound', () => {
  expect(readPostText(paragraph.repeat(10_000))).toHaveProperty('html');
  expect(readPostText('<p>'.repeat(MAX_POST_ELEMENTS))).toHaveProperty('html');
  expect(readPostText('<div>'.repeat(MAX_POST_NESTING))).toHaveProperty('html');
});

test.each([
  ['nesting', `${'<div>'.repeat(MAX_POST_NESTING + 1)}`, 'too_complex'],
  ['number of elements', '<br>'.repeat(MAX_POST_ELEMENTS + 1), 'too_complex'],
  ['length as it is shown', fill('&'), 'too_large'],
])('refuses a text above the bound of its %s', (_, body, code) => {
  expect(readPostText(body)).toMatchObject({ code });
});

describe('a text of any shape takes little processor time:', () => {
  test.each([
    '<b>',
    '</b>',
    '<p><b>',
    '<b></i>',
    '<a href="<!---->">',
    '<!--',
    '<iframe>',
    '<noscript>',
    '<table><tr><td>',
    '<pre>x',
    '<svg><title>',
    '<option>',
    '&amp',
    '"<',
    '<x-y z>',
    '<img srcset="a 1x,b 2x">',
  ])('%s', (piece) => {
    expect(cpuOf(() => readPostText(fill(piece)))).toBeLessThan(3_000);
  });

  test.each([
    ['one tag of many attributes', `<p ${fill('a ')}`],
    ['one URL of many comments', `<a href="${fill('<!---->')}">`],
    ['one set of many sources', `<img srcset="${fill('a 1x, ')}">`],
    ['one class of many names', `<code class="${fill('language-a ')}">`],
  ])('%s', (_, body) => {
    expect(cpuOf(() => readPostText(body))).toBeLessThan(20_000);
  });
});
