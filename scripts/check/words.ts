import { bannedWords } from './banned-words.ts';
import { lineAt, type SourceFile, type Violation } from './sources.ts';

/** Returns each banned word of a file with the words to use instead. */
export const findBannedWords = ({ path, text }: SourceFile): Violation[] =>
  bannedWords.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map((match) => ({
      path,
      line: lineAt(text, match.index),
      message: `"${match[0]}": use ${instead}`,
    })),
  );
