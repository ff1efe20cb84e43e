import type { ShownLine } from '../../publishing/versions/line-diff.ts';

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/;

/** Returns the lines of a unified diff to show, with the number of equal lines that it leaves out between its parts. */
export function unifiedLines(diff: string): ShownLine[] {
  const lines: ShownLine[] = [];
  let next = 1;
  let isInside = false;
  for (const line of diff.split('\n')) {
    const [, start, count = '1'] = HUNK.exec(line) ?? [];
    if (start !== undefined) {
      const left = Number(start) - next;
      if (left > 0) lines.push({ kind: 'gap', lines: left });
      next = Number(start) + Number(count);
      isInside = true;
    } else if (isInside && line.startsWith('+')) lines.push({ kind: 'added', text: line.slice(1) });
    else if (isInside && line.startsWith('-')) lines.push({ kind: 'removed', text: line.slice(1) });
    else if (isInside && line.startsWith(' ')) lines.push({ kind: 'same', text: line.slice(1) });
  }
  return lines;
}
