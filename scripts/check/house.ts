import { findCommentOpenings } from './comments.ts';
import { findLongSentences } from './sentences.ts';
import { sourceFiles } from './sources.ts';
import { findBannedWords } from './words.ts';

/**
 * Prints each line that breaks a rule of STYLE.md, and ends with 1 when there is one. Paths on the command line limit
 * the rules that look at single files to what begins with them.
 */
const below = process.argv.slice(2);
const violations = sourceFiles(below).flatMap((file) => [
  ...findBannedWords(file),
  ...findCommentOpenings(file),
  ...findLongSentences(file),
]);
for (const { path, line, message } of violations) process.stdout.write(`${path}:${line}  ${message}\n`);
process.stdout.write(`${violations.length} violations\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
