import { newItems } from '@space/crdt';
import * as Y from 'yjs';
import { documentSchema, markDefinition } from '../schema/index.ts';
import { refuse, validateValues } from './validate-values.ts';

/** Validates the items that a transaction inserted into runs of text and lists of children. Throws `invalid_update`. */
export function validateNewItems(transaction: Y.Transaction): void {
  for (const item of newItems(transaction)) validateItem(item);
}

function validateItem(item: Y.Item): void {
  const { content } = item;
  const parent = item.parent as unknown;
  if (content instanceof Y.ContentString && content.str.includes('\u0000')) throw refuse('has the character U+0000');
  if (content instanceof Y.ContentAny && item.parentSub === null) throw refuse('has a value outside of an attribute');
  if (content instanceof Y.ContentFormat && content.value !== null) validateMark(content.key, content.value, parent);
  if (parent instanceof Y.XmlText && (content instanceof Y.ContentType || item.parentSub !== null))
    throw refuse('has an object in a run of text');
}

function validateMark(name: string, attrs: unknown, parent: unknown): void {
  const definition = markDefinition(name);
  if (!definition) throw refuse('has a mark of an unknown type', name);
  if (!(parent instanceof Y.XmlText)) throw refuse('has a mark outside of a run of text');
  if (parent.parent instanceof Y.XmlElement && documentSchema.nodes[parent.parent.nodeName]?.spec.code === true)
    throw refuse('has a mark in a block of code');
  if (typeof attrs !== 'object' || attrs === null || Array.isArray(attrs)) throw refuse('has a mark without an object of attributes', name);
  validateValues(name, attrs as Record<string, unknown>, definition.attrs);
}
