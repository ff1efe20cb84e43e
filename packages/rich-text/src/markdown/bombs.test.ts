import { describe, expect, it } from '@jest/globals';
import { parseHtml } from '../html/parse-html.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

/** Texts that made parsers of Markdown slow, by their size. */
const bombs: Readonly<Record<string, (size: number) => string>> = {
  pipes: (size) => '|'.repeat(size),
  'rows of pipes': (size) => `|a|\n|-|\n${'|\n'.repeat(size / 20)}`,
  'open links': (size) => '[a]('.repeat(size / 5),
  'open brackets': (size) => '['.repeat(size),
  'open images': (size) => '![['.repeat(size / 5),
  'closed brackets': (size) => `${'['.repeat(size / 10)}a${']'.repeat(size / 10)}`,
  quotes: (size) => '>'.repeat(size / 10),
  stars: (size) => '*a '.repeat(size / 3),
  'stars and underscores': (size) => '*a _b '.repeat(size / 6),
  'stars of many lengths': (size) => Array.from({ length: Math.sqrt(size) }, (_, length) => `${'*'.repeat(length + 1)}a`).join(' '),
  tildes: (size) => '~~a '.repeat(size / 4),
  'open tags': (size) => '<u>'.repeat(size / 3),
  'open comments': (size) => '<!--'.repeat(size / 4),
  'open details': (size) => '<details>\n<summary>a</summary>\n\n'.repeat(size / 30),
  'nested lists': (size) => Array.from({ length: Math.sqrt(size) }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
  backticks: (size) => Array.from({ length: Math.sqrt(size) }, (_, length) => '`'.repeat(length + 1)).join(' '),
  backslashes: (size) => '\\'.repeat(size),
  references: (size) => Array.from({ length: size / 20 }, (_, index) => `[a${index}]: b`).join('\n'),
  entities: (size) => '&a'.repeat(size / 2),
};

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

  const htmlBombs: Readonly<Record<string, (size: number) => string>> = {
    'open elements': (size) => '<b>'.repeat(size / 3),
    'blocks in blocks': (size) => '<div><p>a'.repeat(size / 9),
    'lists in lists': (size) => '<ul><li>a'.repeat(size / 9),
    'tables in tables': (size) => '<table><tr><td>a'.repeat(size / 16),
    'open brackets': (size) => '<'.repeat(size),
    'open comments': (size) => '<!--'.repeat(size / 4),
    attributes: (size) => `<p ${Array.from({ length: size / 8 }, (_, index) => `a${index}=b`).join(' ')}>`,
  };

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
