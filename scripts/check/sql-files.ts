import { isTest } from './imports.ts';
import { lineAt, type SourceFile, type Violation } from './sources.ts';

const STATEMENT = /(?<!`)\bsql(?:`|\.(?:fragment|unsafe)`|\.(?:type|typeAlias|prepared)\()/;

/**
 * Returns each TypeScript file of a service or package that contains SQL under another name: static statements belong in
 * `*.queries.ts`, builders of statements in `*-sql.ts`.
 */
export const findMisplacedSql = ({ path, text }: SourceFile): Violation[] => {
  if (!/^(packages|services)\/[^/]+\/src\/.*\.ts$/.test(path) || isTest(path) || /(\.queries|-sql)\.ts$/.test(path)) return [];
  const found = STATEMENT.exec(text);
  return found
    ? [{ path, line: lineAt(text, found.index), message: 'contains SQL; move static statements to *.queries.ts and builders to *-sql.ts' }]
    : [];
};
