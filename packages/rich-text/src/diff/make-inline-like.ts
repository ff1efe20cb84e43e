import { diffWords } from '@space/text/diff';
import * as Y from 'yjs';
import { joinTexts, markSet } from '../blocks/inline.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import { insertNodes } from '../document/write-blocks.ts';
import { childrenOf, type YParent } from '../document/yjs-node.ts';
import { formatRuns } from './format-runs.ts';
import { type PlacedUnit, placedUnits, wantedUnits } from './inline-units.ts';
import type { MatchMode } from './plan.ts';

/**
 * Makes the line of text of a block in Yjs like other inline nodes, by whole words. Words that are on both sides stay the
 * same characters of Yjs, so changes that others make to them meet no conflict.
 */
export function makeInlineLike(block: YParent, content: readonly RichNode[], mode: MatchMode): void {
  const placed = placedUnits(block, mode);
  const wanted = wantedUnits(content, mode);
  const parts = diffWords(
    placed.map((unit) => unit.key),
    wanted.map((unit) => unit.key),
  );
  let [old, target] = [placed.length, wanted.length];
  // From the end to the start, so that the places of units that are still to come stay valid.
  for (const { kind, length } of parts.toReversed()) {
    if (kind !== 'insert') old -= length;
    if (kind !== 'delete') target -= length;
    if (kind === 'delete') deleteUnits(block, placed.slice(old, old + length));
    if (kind === 'insert') insertUnits(block, placed, old, joinTexts(wanted.slice(target, target + length).map((unit) => unit.node)));
  }
  formatRuns(block, content, mode);
}

function deleteUnits(block: YParent, units: readonly PlacedUnit[]): void {
  for (let index = units.length - 1; index >= 0; ) {
    const last = units[index]!;
    if (last.length === 0) {
      block.delete(last.child);
      index -= 1;
      continue;
    }
    let first = last;
    for (index -= 1; index >= 0 && units[index]!.child === last.child && units[index]!.length > 0; index -= 1) first = units[index]!;
    (block.get(last.child) as unknown as Y.XmlText).delete(first.offset, last.offset + last.length - first.offset);
  }
}

/** Inserts nodes before the unit with the index `before`: into the run of text there, if there is one. */
function insertUnits(block: YParent, placed: readonly PlacedUnit[], before: number, nodes: readonly RichNode[]): void {
  const [previous, next] = [placed[before - 1], placed[before]];
  const inText = previous && previous.length > 0 ? previous : next && next.length > 0 ? next : undefined;
  if (inText === undefined) {
    insertIntoRun(block, previous ? previous.child + 1 : (next?.child ?? firstPlace(block)), undefined, 0, nodes);
    return;
  }
  const run = block.get(inText.child) as unknown as Y.XmlText;
  if (inText === previous) insertIntoRun(block, inText.child + 1, run, inText.offset + inText.length, nodes);
  else insertBeforeRun(block, inText.child, run, nodes);
}

/** Inserts nodes at the start of a run: texts after the last inline node into it, all others before it. */
function insertBeforeRun(block: YParent, index: number, run: Y.XmlText, nodes: readonly RichNode[]): void {
  const split = nodes.findLastIndex((node) => node.type !== 'text') + 1;
  insertTexts(run, 0, nodes.slice(split));
  insertNodes(block, index, nodes.slice(0, split));
}

/** Returns the place of the first text in a block without units: its first run, which is empty, is used again. */
function firstPlace(block: YParent): number {
  return childrenOf(block).find(({ child }) => child instanceof Y.XmlText)?.index ?? 0;
}

function insertIntoRun(block: YParent, after: number, run: Y.XmlText | undefined, offset: number, nodes: readonly RichNode[]): void {
  const text = run ?? emptyRunAt(block, after);
  if (text === undefined) {
    insertNodes(block, after, nodes);
    return;
  }
  const firstNode = nodes.findIndex((node) => node.type !== 'text');
  const start = firstNode === -1 ? nodes : nodes.slice(0, firstNode);
  const rest = firstNode === -1 ? [] : nodes.slice(firstNode);
  const tail = rest.length === 0 ? [] : cutTail(text, offset);
  insertTexts(text, offset, start);
  if (rest.length > 0) insertNodes(block, run ? after : after + 1, [...rest, ...tail]);
}

function insertTexts(run: Y.XmlText, offset: number, texts: readonly RichNode[]): void {
  let at = offset;
  for (const node of texts) {
    run.insert(at, node.text!, { ...markSet(node.marks) });
    at += node.text!.length;
  }
}

function emptyRunAt(block: YParent, index: number): Y.XmlText | undefined {
  const child = index < block.length ? (block.get(index) as unknown) : undefined;
  return child instanceof Y.XmlText && child.length === 0 ? child : undefined;
}

/** Deletes the text of a run from an offset on, and returns it. */
function cutTail(text: Y.XmlText, offset: number): RichNode[] {
  const tail: RichNode[] = [];
  let at = 0;
  for (const { insert, attributes } of text.toDelta() as { insert: string; attributes?: Record<string, object> }[]) {
    const from = Math.max(0, offset - at);
    if (from < insert.length) {
      const marks = Object.entries(attributes ?? {}).map(([type, attrs]) => ({ type, attrs: attrs as never }));
      tail.push({ type: 'text', text: insert.slice(from), marks });
    }
    at += insert.length;
  }
  if (at > offset) text.delete(offset, at - offset);
  return tail;
}
