import { type ElementType, MAX_ELEMENT_SIZE, type NewElement } from '@space/contracts/whiteboard-elements';
import type { NewElementId } from '../document/new-element-id.ts';
import { textSize, wrappedHeight } from '../document/text-size.ts';
import type { ElementContent } from '../document/write-element.ts';
import { BoardError } from '../schema/board-error.ts';
import { defaultStyle } from '../schema/defaults.ts';
import { givenFields } from './given-fields.ts';

/**
 * Returns new elements with ids and with each `ref` replaced by the id of its element. Throws `invalid` for a ref that is used twice, for
 * x without y, and for fields that break the schema; `unknown_element` for a ref that no element of the call has.
 */
export function newContents(elements: readonly NewElement[], newElementId: NewElementId): ElementContent[] {
  const ids = elements.map(newElementId);
  const refs = new Map<string, string>();
  for (const [index, { ref }] of elements.entries()) {
    if (ref === undefined) continue;
    if (refs.has(ref))
      throw new BoardError('invalid', `Two elements have the ref \`${ref}\`; choose another one.`, { index, field: 'ref' });
    refs.set(ref, ids[index]!);
  }
  return elements.map((element, index) => {
    const given = givenFields(element.type, resolveRefs(element, index, refs), index);
    const { x, y } = given.fields;
    if ((x === undefined) !== (y === undefined)) {
      throw new BoardError('invalid', '`x` and `y` are given together, or neither of them.', { index, field: x === undefined ? 'x' : 'y' });
    }
    const text = given.text ?? '';
    return { id: ids[index]!, type: element.type, text, fields: { ...sizeOfText(element.type, text, given.fields), ...given.fields } };
  });
}

/** Returns the fields of a new element with ids in the place of refs. */
function resolveRefs(element: NewElement, index: number, refs: ReadonlyMap<string, string>): Record<string, unknown> {
  const given: Record<string, unknown> = { ...element };
  if (element.frame_ref !== undefined) {
    if (element.frame_id)
      throw new BoardError('invalid', '`frame_id` and `frame_ref` are not given together.', { index, field: 'frame_ref' });
    given.frame_id = idOf(element.frame_ref, 'frame_ref', index, refs);
  }
  if (element.type !== 'connector') return given;
  for (const field of ['from', 'to'] as const) {
    const end = element[field];
    if ('ref' in end) given[field] = { element_id: idOf(end.ref, field, index, refs), side: end.side };
  }
  return given;
}

function idOf(ref: string, field: string, index: number, refs: ReadonlyMap<string, string>): string {
  const id = refs.get(ref);
  if (id !== undefined) return id;
  throw new BoardError('unknown_element', `No element of this call has the ref \`${ref}\`, which \`${field}\` names.`, { index, field });
}

/** Returns the width and height of a text without a size, which those of other types have by default. */
function sizeOfText(type: ElementType, text: string, fields: ElementContent['fields']): ElementContent['fields'] {
  if (type !== 'text' || text === '') return {};
  const fontSize = (fields['style.font_size'] as number | undefined) ?? defaultStyle(type).font_size;
  const width = (fields.width as number | undefined) ?? Math.min(textSize(text, fontSize).width, MAX_ELEMENT_SIZE);
  return { width, height: Math.min(wrappedHeight(text, fontSize, width), MAX_ELEMENT_SIZE) };
}
