import { splitWords } from '@space/text/diff';
import * as Y from 'yjs';
import { joinTexts } from '../blocks/inline.ts';
import type { RichMark, RichNode } from '../blocks/rich-node.ts';
import { readElement } from '../document/read-blocks.ts';
import { childrenOf, type YParent } from '../document/yjs-node.ts';
import { nodeDefinition } from '../schema/index.ts';
import { nodeKey } from './node-key.ts';
import type { MatchMode } from './plan.ts';

/** A word of a document, or an inline node such as an image, with its place. */
export interface PlacedUnit {
  readonly key: string;
  /** The index of the run or node among the children of the block. */
  readonly child: number;
  /** The offset in the run, and the length there. An inline node has the length 0. */
  readonly offset: number;
  readonly length: number;
}

/** A word or inline node that a block is to have. */
export interface WantedUnit {
  readonly key: string;
  readonly node: RichNode;
}

/** Returns the words and inline nodes of a block in Yjs. Nodes of unknown types are left out in the mode `markdown`. */
export function placedUnits(block: YParent, mode: MatchMode): PlacedUnit[] {
  return childrenOf(block).flatMap(({ child, index }): PlacedUnit[] => {
    if (!(child instanceof Y.XmlText)) {
      const isOpaque = mode === 'markdown' && nodeDefinition(child.nodeName) === undefined;
      return isOpaque ? [] : [{ key: nodeUnitKey(readElement(child), mode), child: index, offset: 0, length: 0 }];
    }
    let offset = 0;
    return splitWords(textOf(child)).map((word) => {
      offset += word.length;
      return { key: word, child: index, offset: offset - word.length, length: word.length };
    });
  });
}

/** Returns the words and inline nodes of nodes. */
export function wantedUnits(content: readonly RichNode[], mode: MatchMode): WantedUnit[] {
  const units: WantedUnit[] = [];
  let line: RichNode[] = [];
  // Words are cut over the ends of marks, as they are in the document.
  const endLine = () => {
    units.push(...lineUnits(line));
    line = [];
  };
  for (const node of joinTexts(content)) {
    if (node.type === 'text') line.push(node);
    else {
      endLine();
      units.push({ key: nodeUnitKey(node, mode), node });
    }
  }
  endLine();
  return units;
}

function lineUnits(line: readonly RichNode[]): WantedUnit[] {
  let [run, end] = [0, line[0]?.text?.length ?? 0];
  let offset = 0;
  return splitWords(line.map((node) => node.text).join('')).map((word) => {
    while (offset >= end && run + 1 < line.length) {
      run += 1;
      end += line[run]!.text!.length;
    }
    offset += word.length;
    return { key: word, node: { ...line[run]!, text: word } };
  });
}

/** Returns the marks of each run of a line of text, in order, with the length of the run. An inline node ends a line. */
export function markRuns(content: readonly RichNode[]): { readonly length: number; readonly marks: readonly RichMark[] }[] {
  return joinTexts(content.filter((node) => node.type === 'text')).map((node) => ({ length: node.text!.length, marks: node.marks ?? [] }));
}

/** Returns the text of a run. */
function textOf(text: Y.XmlText): string {
  return (text.toDelta() as { insert: unknown }[]).map(({ insert }) => (typeof insert === 'string' ? insert : '\ufffc')).join('');
}

function nodeUnitKey(node: RichNode, mode: MatchMode): string {
  return `\u0000${nodeKey(node, mode)}`;
}
