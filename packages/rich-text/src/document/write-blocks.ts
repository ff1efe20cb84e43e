import * as Y from 'yjs';
import { joinTexts, markSet } from '../blocks/inline.ts';
import type { RichNode } from '../blocks/rich-node.ts';
import type { YChild, YParent } from './yjs-node.ts';

/** Returns nodes as new Yjs types in the layout of y-prosemirror: neighbouring texts are one run with formats. */
function toYjs(nodes: readonly RichNode[]): YChild[] {
  const types: YChild[] = [];
  let run: { insert: string; attributes: object }[] = [];
  const endRun = () => {
    if (run.length === 0) return;
    const text = new Y.XmlText();
    text.applyDelta(run);
    types.push(text);
    run = [];
  };
  for (const node of joinTexts(nodes)) {
    if (node.type === 'text') run.push({ insert: node.text!, attributes: markSet(node.marks) });
    else {
      endRun();
      types.push(toElement(node));
    }
  }
  endRun();
  return types;
}

/** Inserts nodes at an index of a Yjs type. Returns the new Yjs types. */
export function insertNodes(parent: YParent, index: number, nodes: readonly RichNode[]): YChild[] {
  const types = toYjs(nodes);
  if (types.length > 0) parent.insert(index, types);
  return types;
}

function toElement(node: RichNode): Y.XmlElement {
  const element = new Y.XmlElement(node.type);
  for (const [name, value] of Object.entries(node.attrs ?? {})) {
    // The types of Yjs name texts only, but y-prosemirror stores numbers and booleans too.
    if (value !== null && value !== undefined) element.setAttribute(name, value as string);
  }
  const children = toYjs(node.content ?? []);
  if (children.length > 0) element.insert(0, children);
  return element;
}
