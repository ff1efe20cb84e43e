import { diffSequences } from '@space/text/diff';
import { idOf, type RichNode } from '../blocks/rich-node.ts';
import { isTextBlock } from '../schema/index.ts';
import { likeness, type WordBag, wordBag } from './likeness.ts';
import { nodeKey } from './node-key.ts';
import type { MatchMode } from './plan.ts';

/**
 * A step from old blocks to new ones, in order: `keep` an equal block, `change` a block into a new one of its type, `delete`
 * an old one or `insert` a new one. `id` is the id that an inserted block takes over from a deleted one.
 */
export type AlignStep =
  | { readonly kind: 'keep' | 'change'; readonly old: number; readonly target: number }
  | { readonly kind: 'delete'; readonly old: number }
  | { readonly kind: 'insert'; readonly target: number; readonly id?: string };

/** Above this product of lengths a gap is cut in parts, and blocks are compared only within a part. */
const maxPairs = 40_000;

type Pair = readonly [old: number, target: number];

/** A range of old blocks and the range of new blocks at the same place. */
interface Gap {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly from: number;
  readonly to: number;
}

/** The keys of the old and the new blocks. */
interface Keys {
  readonly old: readonly string[];
  readonly target: readonly string[];
}

/** Returns the steps that lead from old blocks to new ones: equal ids first, then equal blocks, then blocks that are alike. */
export function alignBlocks(old: readonly RichNode[], target: readonly RichNode[], mode: MatchMode): AlignStep[] {
  const keys = { old: old.map((node) => nodeKey(node, mode)), target: target.map((node) => nodeKey(node, mode)) };
  const score = createScore(old, target);
  const pairs = pairsById(old, target);
  for (const gap of gapsBetween(pairs, { oldFrom: 0, oldTo: old.length, from: 0, to: target.length })) {
    const equal = equalPairs(gap, keys);
    pairs.push(
      ...equal,
      ...gapsBetween(equal, gap)
        .flatMap(cutGap)
        .flatMap((part) => alikePairs(part, score)),
    );
  }
  return toSteps(
    old,
    target,
    keys,
    pairs.sort(([left], [right]) => left - right),
  );
}

function gapsBetween(pairs: readonly Pair[], within: Gap): Gap[] {
  const gaps: Gap[] = [];
  let { oldFrom, from } = within;
  for (const [oldTo, to] of [...pairs, [within.oldTo, within.to] as const]) {
    if (oldTo > oldFrom && to > from) gaps.push({ oldFrom, oldTo, from, to });
    [oldFrom, from] = [oldTo + 1, to + 1];
  }
  return gaps;
}

function equalPairs(gap: Gap, keys: Keys): Pair[] {
  const equal: Pair[] = [];
  let [old, target] = [gap.oldFrom, gap.from];
  for (const { kind, length } of diffSequences(keys.old.slice(gap.oldFrom, gap.oldTo), keys.target.slice(gap.from, gap.to))) {
    if (kind === 'equal') for (let index = 0; index < length; index += 1) equal.push([old + index, target + index]);
    if (kind !== 'insert') old += length;
    if (kind !== 'delete') target += length;
  }
  return equal;
}

function createScore(old: readonly RichNode[], target: readonly RichNode[]): (old: number, target: number) => number {
  const bags = new Map<RichNode, WordBag>();
  const bagOf = (node: RichNode) => {
    const bag = bags.get(node) ?? wordBag(node);
    bags.set(node, bag);
    return bag;
  };
  return function score(oldIndex, index) {
    const [left, right] = [old[oldIndex]!, target[index]!];
    if (typeOf(left) !== typeOf(right)) return 0;
    // Any common word counts: in a block that is made again, words would come back that others have deleted.
    return likeness(bagOf(left), bagOf(right));
  };
}

function cutGap(gap: Gap): Gap[] {
  const [height, width] = [gap.oldTo - gap.oldFrom, gap.to - gap.from];
  const parts = Math.min(height, width, Math.ceil(Math.sqrt((height * width) / maxPairs)));
  const cut = (start: number, length: number, part: number) => start + Math.floor((length * part) / parts);
  return Array.from({ length: parts }, (_, part) => ({
    oldFrom: cut(gap.oldFrom, height, part),
    oldTo: cut(gap.oldFrom, height, part + 1),
    from: cut(gap.from, width, part),
    to: cut(gap.from, width, part + 1),
  }));
}

/** Cells of a head and of a body are the same kind of node, because Markdown decides by their row. */
function typeOf(node: RichNode): string {
  return node.type === 'tableHeader' ? 'tableCell' : node.type;
}

/** Returns the longest list of blocks with equal ids and types that has the same order on both sides. */
function pairsById(old: readonly RichNode[], target: readonly RichNode[]): Pair[] {
  const indexes = new Map(old.map((node, index) => [idOf(node), index]));
  const pairs = target.flatMap((node, index): Pair[] => {
    const id = idOf(node);
    const found = id === undefined ? undefined : indexes.get(id);
    return found === undefined || (typeOf(old[found]!) !== typeOf(node) && node.type !== 'blockReference') ? [] : [[found, index]];
  });
  return longestRising(pairs);
}

function longestRising(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const previous = new Array<number>(pairs.length).fill(-1);
  for (const [index, [old]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![0] < old) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  }
  const rising: Pair[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) rising.unshift(pairs[index]!);
  return rising;
}

/** Returns the pairs in order that have the highest sum of likeness. */
function alikePairs({ oldFrom, oldTo, from, to }: Gap, score: (old: number, target: number) => number): Pair[] {
  const [height, width] = [oldTo - oldFrom, to - from];
  const sums = Array.from({ length: height + 1 }, () => new Float64Array(width + 1));
  const scores = Array.from({ length: height }, () => new Float64Array(width));
  for (let row = height - 1; row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      const value = score(oldFrom + row, from + column);
      scores[row]![column] = value;
      const skip = Math.max(sums[row + 1]![column]!, sums[row]![column + 1]!);
      sums[row]![column] = value > 0 ? Math.max(skip, value + sums[row + 1]![column + 1]!) : skip;
    }
  }
  const pairs: Pair[] = [];
  for (let row = 0, column = 0; row < height && column < width; ) {
    const value = scores[row]![column]!;
    if (value > 0 && sums[row]![column] === value + sums[row + 1]![column + 1]!) {
      pairs.push([oldFrom + row, from + column]);
      row += 1;
      column += 1;
    } else if (sums[row + 1]![column]! >= sums[row]![column + 1]!) row += 1;
    else column += 1;
  }
  return pairs;
}

function toSteps(old: readonly RichNode[], target: readonly RichNode[], keys: Keys, pairs: readonly Pair[]): AlignStep[] {
  const steps: AlignStep[] = [];
  let [oldFrom, from] = [0, 0];
  for (const [oldTo, to] of [...pairs, [old.length, target.length] as const]) {
    for (; oldFrom < oldTo; oldFrom += 1) steps.push({ kind: 'delete', old: oldFrom });
    for (; from < to; from += 1) steps.push({ kind: 'insert', target: from });
    if (oldTo < old.length) steps.push({ kind: keys.old[oldTo] === keys.target[to] ? 'keep' : 'change', old: oldTo, target: to });
    [oldFrom, from] = [oldTo + 1, to + 1];
  }
  return passIds(steps, old, target, keys);
}

/** Gives the ids of deleted blocks to inserted ones that are the same block at another place or of another type. */
function passIds(steps: AlignStep[], old: readonly RichNode[], target: readonly RichNode[], keys: Keys): AlignStep[] {
  const deleted = steps.flatMap((step) => (step.kind === 'delete' && idOf(old[step.old]!) !== undefined ? [step.old] : []));
  if (deleted.length === 0) return steps;
  const free = new Set(deleted);
  const take = (index: number | undefined) => {
    if (index === undefined) return undefined;
    free.delete(index);
    return idOf(old[index]!);
  };
  const byKey = Map.groupBy(deleted, (index) => keys.old[index]!);
  return steps.map((step, place) => {
    if (step.kind !== 'insert' || idOf(target[step.target]!) !== undefined) return step;
    const moved = byKey.get(keys.target[step.target]!)?.find((index) => free.has(index));
    const before = steps[place - 1];
    const retyped =
      moved === undefined && before?.kind === 'delete' && free.has(before.old) && isRetyped(old[before.old]!, target[step.target]!)
        ? before.old
        : moved;
    const id = take(retyped);
    return id === undefined ? step : { ...step, id };
  });
}

function isRetyped(old: RichNode, target: RichNode): boolean {
  return isTextBlock(old.type) && isTextBlock(target.type) && likeness(wordBag(old), wordBag(target)) >= 0.5;
}
