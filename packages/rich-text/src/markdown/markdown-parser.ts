import MarkdownIt from 'markdown-it';
import { isSafeAddress } from '../schema/index.ts';
import { addDetailsRule } from './details-rule.ts';
import { addEmphasisRule } from './emphasis-rule.ts';
import { addTagRule } from './tag-rule.ts';

/**
 * The parser of Markdown: CommonMark with tables and strikethrough of GFM. HTML is text, except for the tags of `addTagRule`
 * and `addDetailsRule`. Addresses stay as they are written. It stops at 100 levels of tokens, far above the limit of documents.
 */
export const markdownParser = createParser();

function createParser(): MarkdownIt {
  const parser = new MarkdownIt('default', { html: false, linkify: false, typographer: false });
  parser.normalizeLink = (href) => href;
  parser.normalizeLinkText = (text) => text;
  parser.validateLink = isSafeAddress;
  addEmphasisRule(parser);
  addTagRule(parser);
  addDetailsRule(parser);
  return parser;
}
