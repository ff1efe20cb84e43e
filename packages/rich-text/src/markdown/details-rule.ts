import type MarkdownIt from 'markdown-it';

type StateBlock = Parameters<Parameters<MarkdownIt['block']['ruler']['before']>[2]>[0];

const openPattern = /^<details(?: open)?>$/i;
const closePattern = /^<\/details>$/i;
const summaryPattern = /^<summary>(.*)<\/summary>$/i;
/** The markers of lists and quotes that may stand before a nested part. */
const markersPattern = /^(?:(?:[-*+]|\d{1,9}[.)]) +|> ?)+/;
const fencePattern = /^(`{3,}|~{3,})/;

/**
 * Adds the block that GitHub has for a part that can be opened: a line `<details>`, a line `<summary>…</summary>`, blocks and
 * a line `</details>`.
 */
export function addDetailsRule(markdown: MarkdownIt): void {
  markdown.block.ruler.before('fence', 'details', readDetails, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

function readDetails(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4 || !openPattern.test(lineText(state, startLine))) return false;
  const summary = startLine + 1 < endLine ? summaryPattern.exec(lineText(state, startLine + 1))?.[1] : undefined;
  if (summary === undefined) return false;
  const close = findClose(state, startLine + 2, endLine);
  if (close === undefined) return false;
  if (silent) return true;
  state.push('details_open', 'details', 1).map = [startLine, close + 1];
  state.push('summary_open', 'summary', 1);
  const inline = state.push('inline', '', 0);
  inline.content = summary.trim();
  inline.map = [startLine + 1, startLine + 2];
  inline.children = [];
  state.push('summary_close', 'summary', -1);
  const { lineMax, parentType } = state;
  state.parentType = 'blockquote';
  state.lineMax = close;
  state.md.block.tokenize(state, startLine + 2, close);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.push('details_close', 'details', -1);
  state.line = close + 1;
  return true;
}

/** Each document remembers the lines that close its details, so that many open tags take one pass. */
const closesOf = new WeakMap<object, Map<string, number | undefined>>();

function findClose(state: StateBlock, from: number, endLine: number): number | undefined {
  const closes = closesOf.get(state.env) ?? new Map<string, number | undefined>();
  closesOf.set(state.env, closes);
  const key = `${state.blkIndent}:${endLine}:${from}`;
  if (!closes.has(key)) scanCloses(state, from, endLine, closes);
  return closes.get(key);
}

function scanCloses(state: StateBlock, from: number, endLine: number, closes: Map<string, number | undefined>): void {
  const open = [from];
  let fence: string | undefined;
  for (let line = from; line < endLine && open.length > 0; line += 1) {
    if (state.sCount[line]! < state.blkIndent && !state.isEmpty(line)) break;
    const text = lineText(state, line).replace(markersPattern, '');
    const mark = fencePattern.exec(text)?.[1];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (mark !== undefined && fence !== undefined && mark[0] === fence[0] && mark.length >= fence.length && text === mark)
      fence = undefined;
    else if (fence === undefined && openPattern.test(text)) open.push(line + 2);
    else if (fence === undefined && closePattern.test(text)) closes.set(`${state.blkIndent}:${endLine}:${open.pop()}`, line);
  }
  for (const start of open) closes.set(`${state.blkIndent}:${endLine}:${start}`, undefined);
}

function lineText(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
}
