import * as Y from 'yjs';
import { markSet, marksKey } from '../blocks/inline.ts';
import type { RichMark, RichNode } from '../blocks/rich-node.ts';
import { childrenOf, type YParent } from '../document/yjs-node.ts';
import { markRuns } from './inline-units.ts';
import { countedMarks } from './node-key.ts';
import type { MatchMode } from './plan.ts';

/** Gives the text of a block in Yjs the marks of inline nodes that have the same text. Equal marks are not written again. */
export function formatRuns(block: YParent, content: readonly RichNode[], mode: MatchMode): void {
  const wanted = markRuns(content);
  let [run, left] = [0, wanted[0]?.length ?? 0];
  for (const { child } of childrenOf(block)) {
    if (!(child instanceof Y.XmlText)) continue;
    let offset = 0;
    for (const { insert, attributes } of child.toDelta() as { insert: string; attributes?: Record<string, object> }[]) {
      const marks = Object.entries(attributes ?? {}).map(([type, attrs]) => ({ type, attrs: attrs as never }));
      for (let rest = insert.length; rest > 0; ) {
        while (left === 0 && run + 1 < wanted.length) {
          run += 1;
          left = wanted[run]!.length;
        }
        const length = Math.min(rest, left);
        if (length === 0) return;
        const changes = markChanges(marks, wanted[run]!.marks, mode);
        if (Object.keys(changes).length > 0) child.format(offset, length, changes);
        offset += length;
        rest -= length;
        left -= length;
      }
    }
  }
}

function markChanges(has: readonly RichMark[], wants: readonly RichMark[], mode: MatchMode): Record<string, object | null> {
  const [counted, wanted] = [countedMarks(has, mode), countedMarks(wants, mode)];
  const changes: Record<string, object | null> = {};
  for (const mark of counted) if (!wanted.some((other) => other.type === mark.type)) changes[mark.type] = null;
  for (const mark of wanted) {
    const current = counted.find((other) => other.type === mark.type);
    if (!current || marksKey([current]) !== marksKey([mark]))
      changes[mark.type] = markSet([wants.find((other) => other.type === mark.type)!])[mark.type]!;
  }
  return changes;
}
