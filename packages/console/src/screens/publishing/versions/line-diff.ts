/** A line of a comparison: one of both texts, of the new one only, or of the old one only. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The most steps of the search; texts that differ more are shown as removed and added as a whole. */
const MAX_STEPS = 1_000;

/** Returns the lines that lead from an old text to a new one, with as few changes as possible (Myers). */
export function lineDiff(old: string, next: string): readonly DiffLine[] {
  const [a, b] = [linesOf(old), linesOf(next)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [
    ...a.slice(0, start).map(asSame),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(asSame),
  ];
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/\r?\n/));
const asSame = (text: string): DiffLine => ({ kind: 'same', text });
const asAdded = (text: string): DiffLine => ({ kind: 'added', text });
const asRemoved = (text: string): DiffLine => ({ kind: 'removed', text });

/** Compares the part of two texts between their common beginning and end. */
function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const trace = a.length > 0 && b.length > 0 ? search(a, b) : undefined;
  return trace ? walkBack(a, b, trace) : [...a.map(asRemoved), ...b.map(asAdded)];
}

/** The farthest old line that is reached with some number of changes, on each diagonal. */
type Reached = ReadonlyMap<number, number>;

/** Returns what is reached after each number of changes up to the end of both texts, or undefined if that takes too many. */
function search(a: readonly string[], b: readonly string[]): readonly Reached[] | undefined {
  let reached: Reached = new Map([[1, 0]]);
  const trace: Reached[] = [];
  for (let changes = 0; changes <= Math.min(MAX_STEPS, a.length + b.length); changes++) {
    trace.push(reached);
    const next = new Map<number, number>();
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = isDown(reached, diagonal, changes) ? reached.get(diagonal + 1)! : reached.get(diagonal - 1)! + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return trace;
    }
    reached = next;
  }
  return undefined;
}

/** Returns true if a diagonal is best reached by a line of the new text. */
const isDown = (reached: Reached, diagonal: number, changes: number): boolean =>
  diagonal === -changes || (diagonal !== changes && reached.get(diagonal - 1)! < reached.get(diagonal + 1)!);

function walkBack(a: readonly string[], b: readonly string[], trace: readonly Reached[]): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const reached = trace[changes]!;
    const diagonal = x - y;
    const from = isDown(reached, diagonal, changes) ? diagonal + 1 : diagonal - 1;
    const startX = reached.get(from)!;
    const startY = startX - from;
    while (x > startX && y > startY) {
      lines.push(asSame(a[--x]!));
      y--;
    }
    if (changes === 0) break;
    lines.push(x === startX ? asAdded(b[startY]!) : asRemoved(a[startX]!));
    [x, y] = [startX, startY];
  }
  return lines.reverse();
}

/** A line of a shown comparison, or a number of equal lines that are left out. */
export type ShownLine = DiffLine | { readonly kind: 'gap'; readonly lines: number };

/** Returns a comparison without the equal lines that are far from a change. */
export function nearChanges(lines: readonly DiffLine[], context = 3): readonly ShownLine[] {
  const isNear = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, index - context), index + context + 1);
  });
  const shown: ShownLine[] = [];
  let skipped = 0;
  lines.forEach((line, index) => {
    if (!isNear[index]) skipped++;
    if (skipped > 0 && (isNear[index] || index === lines.length - 1)) {
      shown.push({ kind: 'gap', lines: skipped });
      skipped = 0;
    }
    if (isNear[index]) shown.push(line);
  });
  return shown;
}
