import type MarkdownIt from 'markdown-it';

/** The run of `*`, `_` or `~` at a place, and if it may open or close emphasis. */
interface Delimiters {
  readonly can_open: boolean;
  readonly can_close: boolean;
  readonly length: number;
}

/**
 * Makes the parser look at single UTF-16 code units around a run of delimiters, as the writer of Markdown does. The parser
 * would take an emoji for a punctuation mark where the writer does not, and bold emoji in a word would not be read back.
 */
export function addEmphasisRule(markdown: MarkdownIt): void {
  const { isMdAsciiPunct, isPunctChar, isWhiteSpace } = markdown.utils;
  const isPunctuation = (code: number) => isMdAsciiPunct(code) || isPunctChar(String.fromCharCode(code));
  markdown.inline.State = class extends markdown.inline.State {
    override scanDelims(start: number, canSplitWord: boolean): Delimiters {
      const marker = this.src.charCodeAt(start);
      let end = start;
      while (end < this.posMax && this.src.charCodeAt(end) === marker) end += 1;
      const before = start > 0 ? this.src.charCodeAt(start - 1) : 0x20;
      const after = end < this.posMax ? this.src.charCodeAt(end) : 0x20;
      const [isPunctBefore, isPunctAfter] = [isPunctuation(before), isPunctuation(after)];
      const [isSpaceBefore, isSpaceAfter] = [isWhiteSpace(before), isWhiteSpace(after)];
      const isLeft = !isSpaceAfter && (!isPunctAfter || isSpaceBefore || isPunctBefore);
      const isRight = !isSpaceBefore && (!isPunctBefore || isSpaceAfter || isPunctAfter);
      return {
        can_open: isLeft && (canSplitWord || !isRight || isPunctBefore),
        can_close: isRight && (canSplitWord || !isLeft || isPunctAfter),
        length: end - start,
      };
    }
  };
}
