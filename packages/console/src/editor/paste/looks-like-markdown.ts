const BLOCKS = /^ {0,3}(?:#{1,6} \S|[-*+] \S|\d{1,9}[.)] \S|> ?\S|```|~~~|\|.+\|\s*$|(?:---|\*\*\*)\s*$)/m;
const MARKS = /\*\*\S[^*]*\*\*|(?<!!)\[[^\]\n]+\]\([^)\s]+\)|(?:^|\s)`[^`\n]+`|~~\S[^~]*~~/;

/** Returns true if a text has signs of Markdown: a block at the start of a line, a mark or a link. */
export const looksLikeMarkdown = (text: string): boolean => BLOCKS.test(text) || MARKS.test(text);
