import { lineAt, type SourceFile, type Violation } from './sources.ts';

/** A doc comment that opens with a noun clause instead of a verb or the identifier. */
const OPENING = /\/\*\*\s*(?:\*\s*)?(What|How|Whether|Who|Whom|Whose|Whoever|Which|Where|Whatever|When|Why|That)\b/g;

/** Returns each doc comment of a TypeScript file that does not begin with a verb, a noun or the identifier. */
export const findCommentOpenings = ({ path, text }: SourceFile): Violation[] =>
  /\.m?tsx?$/.test(path)
    ? [...text.matchAll(OPENING)].map((match) => ({
        path,
        line: lineAt(text, match.index),
        message: `doc comment opens with "${match[1]}": begin with a verb or the identifier`,
      }))
    : [];
