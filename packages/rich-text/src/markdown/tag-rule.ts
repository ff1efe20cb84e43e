import type MarkdownIt from 'markdown-it';

const tagPattern = /^<(?:br ?\/?|\/?(?:u|mark))>/i;

/** Adds the tags that documents need and Markdown lacks: `<br>`, `<u>` and `<mark>`. All other HTML is text. */
export function addTagRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('autolink', 'space_tag', function readTag(state, silent) {
    if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
    const tag = tagPattern.exec(state.src.slice(state.pos, state.pos + 8))?.[0];
    if (tag === undefined) return false;
    if (!silent) {
      const token = state.push('space_tag', '', 0);
      token.content = tag;
      token.info = tag.toLowerCase().replace(/[<> ]|\/(?=>)/g, '');
    }
    state.pos += tag.length;
    return true;
  });
}
