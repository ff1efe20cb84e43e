import * as Y from 'yjs';
import { plainText } from '../blocks/plain-text.ts';
import { idOf, type RichNode, withId } from '../blocks/rich-node.ts';
import { readChildren, type SourceOf } from '../document/read-blocks.ts';
import { insertNodes } from '../document/write-blocks.ts';
import { childrenOf, type YParent } from '../document/yjs-node.ts';
import { writeMarkdown } from '../markdown/write-markdown.ts';
import { isTextBlock, nodeDefinition } from '../schema/index.ts';
import { type AlignStep, alignBlocks } from './align-blocks.ts';
import { emptyNode } from './empty-node.ts';
import { makeInlineLike } from './make-inline-like.ts';
import { makeTableLike } from './make-table-like.ts';
import { countedAttributes } from './node-key.ts';
import type { ChangePlan } from './plan.ts';

/**
 * Makes the children of a Yjs type like other nodes, with few changes: what is alike stays the same Yjs type. Nodes that go
 * away lose their text and are noted in the plan.
 */
export function makeChildrenLike(parent: YParent, target: readonly RichNode[], plan: ChangePlan): void {
  if (parent instanceof Y.XmlElement && hasText(parent, target)) {
    makeInlineLike(parent, target, plan.mode);
    return;
  }
  const sources: SourceOf = new Map();
  const old = readChildren(parent, sources).filter((node) => sources.has(node));
  takeSteps(parent, old, target, sources, withUnseenBlocks(alignBlocks(old, target, plan.mode), old, target, plan), plan);
}

function hasText(parent: Y.XmlElement, target: readonly RichNode[]): boolean {
  if (nodeDefinition(parent.nodeName)) return isTextBlock(parent.nodeName);
  return target.some((node) => node.type === 'text') || childrenOf(parent).some(({ child }) => child instanceof Y.XmlText);
}

function takeSteps(
  parent: YParent,
  old: readonly RichNode[],
  target: readonly RichNode[],
  sources: SourceOf,
  steps: readonly AlignStep[],
  plan: ChangePlan,
): void {
  const indexes = new Map(childrenOf(parent).map(({ child, index }) => [child as unknown, index]));
  let [place, added] = [0, 0];
  for (const step of steps) {
    if (step.kind === 'insert') {
      added += insertNodes(parent, place, [withId(target[step.target]!, step.id)]).length;
      place += 1;
      continue;
    }
    const element = sources.get(old[step.old]!)!;
    place = indexes.get(element)! + added + 1;
    if (step.kind === 'delete') emptyNode(element, plan);
    if (step.kind === 'change') makeNodeLike(element, old[step.old]!, target[step.target]!, plan);
  }
}

/** Makes one node in Yjs like a node of its type. */
export function makeNodeLike(element: Y.XmlElement, old: RichNode, target: RichNode, plan: ChangePlan): void {
  if (plan.mode === 'markdown' && isWrittenAlike(old, target)) return;
  setAttributes(element, old, target, plan);
  if (element.nodeName === 'table') makeTableLike(element, target, plan, (cell, had, wants) => makeNodeLike(cell, had, wants, plan));
  else makeChildrenLike(element, target.content ?? [], plan);
}

/** Returns true for nodes with the same Markdown: who sent it cannot have seen a difference. */
function isWrittenAlike(old: RichNode, target: RichNode): boolean {
  return (
    old.type === target.type &&
    (nodeDefinition(old.type)?.group === 'block' || old.type === 'listItem') &&
    !hasOtherText(old, target) &&
    writeMarkdown([old]) === writeMarkdown([target])
  );
}

/** Returns true if the texts of two nodes differ in more than spaces. Then their Markdown differs too, and writing is slow. */
function hasOtherText(old: RichNode, target: RichNode): boolean {
  const [has, wants] = [signsOf(old), signsOf(target)];
  return has !== undefined && wants !== undefined && has !== wants;
}

/** Returns the text of a node without spaces, or undefined for a node with parts whose Markdown is not their text. */
function signsOf(node: RichNode): string | undefined {
  return hasOpaqueParts(node) ? undefined : plainText([node]).replace(/\s+/g, '');
}

function hasOpaqueParts(node: RichNode): boolean {
  return node.type === 'embed' || nodeDefinition(node.type) === undefined || (node.content ?? []).some(hasOpaqueParts);
}

/** Sets the attributes that differ. Attributes without a form in Markdown stay in the mode `markdown`. */
function setAttributes(element: Y.XmlElement, old: RichNode, target: RichNode, plan: ChangePlan): void {
  const [has, wants] = [countedAttributes(old, plan.mode), countedAttributes(target, plan.mode)];
  for (const name of Object.keys(has)) if (wants[name] === undefined) element.removeAttribute(name);
  for (const [name, value] of Object.entries(wants)) {
    if (JSON.stringify(has[name]) !== JSON.stringify(value)) element.setAttribute(name, value as string);
  }
}

/**
 * Lets blocks stay that Markdown cannot name: a block of an unknown type without an id, and an empty paragraph where the
 * blocks around it stay.
 */
function withUnseenBlocks(
  steps: readonly AlignStep[],
  old: readonly RichNode[],
  target: readonly RichNode[],
  plan: ChangePlan,
): readonly AlignStep[] {
  if (plan.mode === 'exact') return steps;
  const deleted = (step: AlignStep | undefined) => (step?.kind === 'delete' ? old[step.old] : undefined);
  const isEmpty = (step: AlignStep | undefined) => isEmptyParagraph(deleted(step));
  const stays = (step: AlignStep | undefined) => step === undefined || step.kind === 'keep' || step.kind === 'change';
  return steps.filter((step, index) => {
    if (isNameless(deleted(step))) return false;
    if (!isEmpty(step) || target.length === 0) return true;
    let [before, after] = [index - 1, index + 1];
    while (isEmpty(steps[before])) before -= 1;
    while (isEmpty(steps[after])) after += 1;
    return !(stays(steps[before]) && stays(steps[after]));
  });
}

function isEmptyParagraph(node: RichNode | undefined): boolean {
  return node?.type === 'paragraph' && (node.content ?? []).length === 0;
}

function isNameless(node: RichNode | undefined): boolean {
  return node !== undefined && nodeDefinition(node.type) === undefined && idOf(node) === undefined;
}
