import { lineAt, type SourceFile, type Violation } from './sources.ts';

const ROWS = /(?:^[ \t]*\|.*\n?)+/gm;
const SEPARATOR = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** Returns each block of table rows of a Markdown file without a header: a blank line before a row ends its table. */
export function findHeaderlessTables({ path, text }: SourceFile): Violation[] {
  if (!path.endsWith('.md')) return [];
  const prose = text.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ' '));
  return [...prose.matchAll(ROWS)].flatMap(({ 0: rows, index }) =>
    SEPARATOR.test(rows.split('\n')[1] ?? '')
      ? []
      : [{ path, line: lineAt(text, index), message: 'rows of a table without a header; remove the blank line before them' }],
  );
}
