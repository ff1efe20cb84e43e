import { type ElementType, elementText, MAX_ELEMENT_TEXT } from '@space/contracts/whiteboard-elements';
import type { FieldValues } from '../document/write-element.ts';
import { BoardError } from '../schema/board-error.ts';
import { fieldRule } from '../schema/fields.ts';

/** The fields of a new or changed element as a caller gave them, checked: the text, and the others by their keys in the map. */
export interface GivenFields {
  readonly text: string | undefined;
  readonly fields: FieldValues;
}

/** Arguments that are no fields of an element. */
const notFields: ReadonlySet<string> = new Set(['type', 'ref', 'frame_ref', 'element_id', 'place', 'text']);

/**
 * Returns the fields that a caller gave, with the style as keys of its own. Throws `invalid` with the index and the field for a
 * field that elements of the type do not have, and for a value that breaks its rule.
 */
export function givenFields(type: ElementType, given: Readonly<Record<string, unknown>>, index: number): GivenFields {
  const fields: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(given).flatMap(spreadStyle)) {
    if (value === undefined || notFields.has(field)) continue;
    const rule = fieldRule(field);
    if (!rule) throw new BoardError('invalid', `\`${field}\` is not a field of elements.`, { index, field });
    if (!rule.types.has(type)) throw new BoardError('invalid', absenceOf(field, type), { index, field });
    if (!rule.isValid(value, type))
      throw new BoardError('invalid', `\`${field}\` has a value that its rule does not allow.`, { index, field });
    fields[field] = value;
  }
  return { text: givenText(given.text, index), fields };
}

function spreadStyle([key, value]: [string, unknown]): [string, unknown][] {
  if (key !== 'style' || typeof value !== 'object' || value === null) return [[key, value]];
  return Object.entries(value).map(([name, part]) => [`style.${name}`, part]);
}

function givenText(text: unknown, index: number): string | undefined {
  if (text === undefined || elementText.safeParse(text).success) return text as string | undefined;
  throw new BoardError('invalid', `\`text\` is a text of at most ${MAX_ELEMENT_TEXT} characters without U+0000.`, { index, field: 'text' });
}

function absenceOf(field: string, type: ElementType): string {
  const article = /^[aeiou]/.test(type) ? 'An' : 'A';
  if (type === 'connector' && /^(x|y|width|height|rotation)$/.test(field))
    return `\`${field}\` of a connector follows from its ends; change \`from\` or \`to\`.`;
  if (/^(width|height)$/.test(field)) return `\`${field}\` of a ${type} follows from its points; change \`points\`.`;
  return `${article} ${type} has no \`${field}\`; leave it out.`;
}
