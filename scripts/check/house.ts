import { findCircles } from './circles.ts';
import { findWrongCitations } from './citations.ts';
import { findCommentOpenings } from './comments.ts';
import { findBrokenLinks } from './links.ts';
import { findManifestDifferences } from './manifest.ts';
import { findHeaderlessTables } from './markdown-tables.ts';
import { findMigrationGaps } from './migrations.ts';
import { findLongSentences } from './sentences.ts';
import { sourceFiles, type Violation } from './sources.ts';
import { findMisplacedSql } from './sql-files.ts';
import { findBannedWords } from './words.ts';

/**
 * Prints each violation of the rules of STYLE.md and exits with 1 if there is one. Paths on the command line limit the
 * output to files below them.
 */
const below = process.argv.slice(2);
const files = sourceFiles();
const violations: Violation[] = [
  ...files.flatMap((file) => [
    ...findBannedWords(file),
    ...findCommentOpenings(file),
    ...findLongSentences(file),
    ...findHeaderlessTables(file),
    ...findMisplacedSql(file),
    ...findBrokenLinks(file, files),
  ]),
  ...findCircles(files),
  ...findWrongCitations(files),
  ...findMigrationGaps(files.map(({ path }) => path)),
  ...findManifestDifferences(undefined, files),
].filter(({ path }) => below.length === 0 || below.some((prefix) => path.startsWith(prefix)));
for (const { path, line, message } of violations) process.stdout.write(`${path}:${line}  ${message}\n`);
process.stdout.write(`${violations.length} violations\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
