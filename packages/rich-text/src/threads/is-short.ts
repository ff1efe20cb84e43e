/** Jobs up to this amount of work are no work for a thread. A unit is about a microsecond of processor time. */
const MAX_INLINE_WORK = 50_000;

/** The fields with text that is parsed. */
const parsed: ReadonlySet<string> = new Set(['markdown', 'html']);

/** The signs of which each may begin a block. */
const blockSigns: ReadonlySet<string> = new Set(['\n', '\r', '<']);

/** The work for a node of blocks or another object. */
const OBJECT_WORK = 8;

/** The work for a line or an element, which may be a block of its own, and for a sign that may begin or end a node. */
const BLOCK_WORK = 60;
const SIGN_WORK = 30;

/** The work for a cell: each line may be a row, and rows get the width of the widest one. */
const CELL_WORK = 3;

/**
 * Returns true for a job that takes at most about 50 ms, so that the main thread may perform it. It estimates the work from above: by the
 * characters and bytes, by the objects, and in a text that is parsed by the signs of which each may become a node.
 */
export function isShortJob(input: unknown): boolean {
  return workOf(input, MAX_INLINE_WORK) <= MAX_INLINE_WORK;
}

/** Returns the work of a value. It stops counting above `most`. */
function workOf(value: unknown, most: number, key = ''): number {
  if (typeof value === 'string') return value.length > most || !parsed.has(key) ? value.length : workOfText(value);
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let work = OBJECT_WORK;
  for (const [name, part] of Object.entries(value)) {
    work += workOf(part, most - work, name);
    if (work > most) return work;
  }
  return work;
}

function workOfText(text: string): number {
  let [work, lines, cells, widest] = [text.length, 0, 0, 0];
  for (const [sign] of text.matchAll(/[\n\r<*_~`[&|>#\\]/g)) {
    work += blockSigns.has(sign) ? BLOCK_WORK : SIGN_WORK;
    if (sign === '|') cells += 1;
    else if (sign === '\n') {
      lines += 1;
      cells = 0;
    }
    widest = Math.max(widest, cells);
  }
  return work + CELL_WORK * lines * widest;
}
