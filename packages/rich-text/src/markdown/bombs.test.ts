import { describe, expect, it } from '@jest/globals';
import { bombs, htmlBombs } from '../../test/fixtures/bombs.ts';
import { parseHtml } from '../html/parse-html.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

/** Returns the number of characters and matches of patterns that an act looks at. It is the same on each machine. */
function workOf(act: () => void): number {
  const { charCodeAt } = String.prototype;
  const { exec } = RegExp.prototype;
  let count = 0;
  String.prototype.charCodeAt = function countCode(index) {
    count += 1;
    return charCodeAt.call(this, index);
  };
  RegExp.prototype.exec = function countMatch(text) {
    count += 1;
    return exec.call(this, text);
  };
  try {
    act();
  } finally {
    String.prototype.charCodeAt = charCodeAt;
    RegExp.prototype.exec = exec;
  }
  return count;
}

/** Reads a text and writes it. Returns `blocks` or the code of the refusal. */
function outcomeOf(read: () => ReturnType<typeof parseMarkdown>): string {
  try {
    writeMarkdown(read());
    return 'blocks';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const SIZE = 6_000;

describe('a bomb', () => {
  it.each(Object.entries(bombs))(
    'of %s ends with blocks or a refusal, and twice the size takes no more than three times the work',
    (_name, make) => {
      const [one, two] = [make(SIZE), make(2 * SIZE)];
      const works = [one, two].map((markdown) =>
        workOf(() => expect(['blocks', 'invalid', 'too_large']).toContain(outcomeOf(() => parseMarkdown(markdown)))),
      );
      expect(works[1]! / works[0]!).toBeLessThan(3);
      expect(works[0]).toBeGreaterThan(0);
    },
  );

  it.each(Object.entries(htmlBombs))(
    'of HTML with %s ends with blocks or a refusal, and twice the size takes no more than three times the work',
    (_name, make) => {
      const [one, two] = [make(SIZE), make(2 * SIZE)];
      const works = [one, two].map((html) =>
        workOf(() => expect(['blocks', 'invalid', 'too_large']).toContain(outcomeOf(() => parseHtml(html)))),
      );
      expect(works[1]! / works[0]!).toBeLessThan(3);
    },
  );
});
