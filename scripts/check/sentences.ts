import { lineAt, type SourceFile, type Violation } from './sources.ts';

/** Words that one sentence of the docs may have. */
const MAX_WORDS = 30;

/** Replaces everything except prose with the same number of blanks, so that offsets do not change. */
const withoutCode = (text: string): string =>
  text
    .replace(/^```[\s\S]*?^```/gm, blank)
    .replace(/^\s*\|.*$/gm, blank)
    .replace(/^#+ .*$/gm, blank)
    .replace(/`[^`\n]*`/g, (code) => 'x'.padEnd(code.length))
    .replace(/\]\([^)\s]*\)/g, (link) => ']'.padEnd(link.length));

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Returns each sentence of a Markdown file that has more than 30 words. A list item, a paragraph, `:` and `;` end a sentence too. */
export function findLongSentences({ path, text }: SourceFile): Violation[] {
  if (!path.endsWith('.md')) return [];
  const prose = withoutCode(text);
  const violations: Violation[] = [];
  for (const match of prose.matchAll(/[\s\S]*?(?:[.!?:;](?=[\s)*_"]|$)|\n\s*\n|\n\s*(?=[-*] |\d+\. )|$)/g)) {
    const words = match[0].split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word));
    if (words.length > MAX_WORDS)
      violations.push({
        path,
        line: lineAt(text, match.index + match[0].search(/\S/)),
        message: `a sentence of ${words.length} words (at most ${MAX_WORDS}): ${words.slice(0, 6).join(' ')} …`,
      });
    if (match[0] === '') break;
  }
  return violations;
}
