import { diffSequences, type SequencePart } from '@space/text/diff';

/** Lines around a change that a diff shows. */
const CONTEXT = 3;

/** A unified diff, cut after so many characters. */
export interface UnifiedDiff {
  readonly diff: string;
  readonly is_truncated: boolean;
}

/** A line of a diff with its sign, and the numbers of the lines that come next in both texts. */
interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  readonly old: number;
  readonly now: number;
}

/** Returns the difference between two texts as a unified diff of at most `limit` characters, in whole lines; empty for equal texts. */
export function unifiedDiff(before: string, after: string, limit: number): UnifiedDiff {
  if (before === after) return { diff: '', is_truncated: false };
  const [old, now] = [before.split('\n'), after.split('\n')];
  const lines = diffLines(old, now, diffSequences(old, now));
  let diff = '';
  for (const hunk of hunksOf(lines)) {
    for (const line of [headOf(hunk), ...hunk.map(({ sign, text }) => `${sign}${text}`)]) {
      if (diff.length + line.length + 1 > limit) return { diff, is_truncated: true };
      diff += `${line}\n`;
    }
  }
  return { diff, is_truncated: false };
}

function diffLines(old: readonly string[], now: readonly string[], parts: readonly SequencePart[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [left, right] = [0, 0];
  for (const { kind, length } of parts)
    for (let count = 0; count < length; count += 1) {
      const sign = kind === 'equal' ? ' ' : kind === 'delete' ? '-' : '+';
      lines.push({ sign, text: (kind === 'insert' ? now[right] : old[left])!, old: left, now: right });
      if (kind !== 'insert') left += 1;
      if (kind !== 'delete') right += 1;
    }
  return lines;
}

/** Returns the changed lines with those around them, changes that are near to each other together. */
function hunksOf(lines: readonly DiffLine[]): DiffLine[][] {
  const hunks: DiffLine[][] = [];
  let end = -1;
  for (const [at, { sign }] of lines.entries()) {
    if (sign === ' ') continue;
    const start = Math.max(at - CONTEXT, end);
    const next = Math.min(at + CONTEXT + 1, lines.length);
    if (hunks.length > 0 && start <= end) hunks.at(-1)!.push(...lines.slice(end, next));
    else hunks.push(lines.slice(Math.max(0, at - CONTEXT), next));
    end = next;
  }
  return hunks;
}

function headOf(hunk: readonly DiffLine[]): string {
  const [first] = hunk;
  const count = (sign: '-' | '+') => hunk.filter((line) => line.sign === ' ' || line.sign === sign).length;
  return `@@ -${first!.old + 1},${count('-')} +${first!.now + 1},${count('+')} @@`;
}
