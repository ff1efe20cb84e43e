import { firstBytes } from './text-collector.ts';

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** Returns a text in pages of at most `max_bytes` in JSON, each cut after a line, or else after a word, near its end. */
export function pagesOf(text: string, max_bytes: number): string[] {
  const pages: string[] = [];
  for (let at = 0; at < text.length; ) {
    // A page has at most as many characters as bytes.
    let page = firstBytes(text.slice(at, at + max_bytes).toWellFormed(), max_bytes);
    for (let bytes = jsonBytes(page); bytes > max_bytes; bytes = jsonBytes(page))
      page = firstBytes(page, Math.floor((Buffer.byteLength(page) * max_bytes) / bytes) - 1);
    if (at + page.length < text.length) page = cutNearEnd(page);
    pages.push(page);
    at += page.length;
  }
  return pages;
}

function cutNearEnd(page: string): string {
  for (const mark of ['\n', ' ']) {
    const end = page.lastIndexOf(mark) + 1;
    if (end > page.length * 0.8) return page.slice(0, end);
  }
  return page;
}
