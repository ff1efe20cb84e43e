import { exactNumber } from '@space/text';
import type { Cell, ValueType } from '../schema/schema.ts';

/** Words for the values that texts stand for. */
export const valueNames: Partial<Record<ValueType, string>> = { number: 'a number', boolean: 'true or false', list: 'a list' };

/** Returns the value of a type that a text writes, or undefined. */
export function valueOfText(text: string, type: ValueType): Cell | undefined {
  if (type === 'number') return exactNumber(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type !== 'list' || text === '') return undefined;
  return text.startsWith('[') ? listOfText(text) : [text];
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
