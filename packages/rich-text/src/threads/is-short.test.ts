import { describe, expect, it } from '@jest/globals';
import { bombs, htmlBombs } from '../../test/fixtures/bombs.ts';
import { newDocument } from '../content/new-document.ts';
import { isShortJob } from './is-short.ts';

/** The objects that a document of about 50 ms has. */
const MOST_OBJECTS = 6_000;

/** Returns the largest text of a bomb that the main thread reads. */
function largestShort(field: string, make: (size: number) => string): string {
  let [least, most] = [1, 50_000];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (isShortJob({ [field]: make(middle) })) least = middle;
    else most = middle - 1;
  }
  return make(least);
}

function countObjects(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + countObjects(part), 1);
}

/** Returns the number of objects of a new document, or 0 if it is refused. */
function objectsOf(content: Parameters<typeof newDocument>[0]): number {
  try {
    return countObjects(newDocument(content).blocks);
  } catch {
    return 0;
  }
}

describe('isShortJob', () => {
  it.each(Object.entries(bombs))('takes no bomb of %s that becomes more objects than 50 ms of work', (_name, make) => {
    expect(objectsOf({ markdown: largestShort('markdown', make) })).toBeLessThan(MOST_OBJECTS);
  });

  it.each(Object.entries(htmlBombs))('takes no bomb of HTML with %s that becomes more objects than 50 ms of work', (_name, make) => {
    expect(objectsOf({ html: largestShort('html', make) })).toBeLessThan(MOST_OBJECTS);
  });

  it('takes prose of 40,000 characters, and no table whose short rows get many cells', () => {
    expect(isShortJob({ markdown: 'a few words. '.repeat(3_000) })).toBe(true);
    expect(isShortJob({ markdown: `${'|a'.repeat(200)}\n${'|-'.repeat(200)}\n${'|\n'.repeat(200)}` })).toBe(false);
  });

  it('counts the objects of blocks and the bytes of states', () => {
    const run = { type: 'text', text: 'a', marks: [{ type: 'italic' }] };
    const blocks = (count: number) => ({ blocks: [{ type: 'paragraph', content: Array.from({ length: count }, () => run) }] });
    expect([blocks(1_000), blocks(2_000), { state: new Uint8Array(40_000) }, { state: new Uint8Array(60_000) }].map(isShortJob)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
