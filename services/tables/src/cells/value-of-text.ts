import { exactNumber, truthValue } from '@space/text';
import type { Cell, ValueType } from '../schema/schema.ts';

/** Words for the values that texts stand for. */
export const valueNames: Partial<Record<ValueType, string>> = { number: 'a number', boolean: 'true or false', list: 'a list' };

/** Returns the value of a type that a text writes, or undefined. */
export function valueOfText(text: string, type: ValueType): Cell | undefined {
  if (type === 'number') return exactNumber(text);
  if (type === 'boolean') return truthValue(text);
  if (type !== 'list' || text === '') return undefined;
  return text.startsWith('[') ? listOfText(text) : [text];
}

/** Adds the sentence on a text at `path` that was read as another value, once, since rows share columns and a transaction may run again. */
export function noteReadText(understood: string[], path: string, kind: string): void {
  const sentence = `${path}: the text was read as ${kind}`;
  if (!understood.includes(sentence)) understood.push(sentence);
}

/** Returns the list of texts that a text writes as JSON, or undefined. */
function listOfText(text: string): Cell | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
