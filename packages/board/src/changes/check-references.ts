import { type ConnectorEnd, type ElementType, MAX_FRAME_NESTING } from '@space/contracts/whiteboard-elements';
import { BoardError } from '../schema/board-error.ts';

/** Returns the type of an element of the whiteboard, or undefined if there is no such element. */
export type TypeOf = (id: string) => ElementType | undefined;

/** Throws `unknown_element` if the whiteboard lacks the frame or an end that the fields of an element name, and `invalid` for one of a wrong type. */
export function checkReferences(fields: Readonly<Record<string, unknown>>, index: number, typeOf: TypeOf): void {
  const frame = fields.frame_id as string | null | undefined;
  if (frame) {
    const type = requireElement(frame, 'frame_id', index, typeOf);
    if (type !== 'frame')
      throw new BoardError('invalid', `\`frame_id\` names a ${type}; name a frame.`, { index, field: 'frame_id', element_id: frame });
  }
  for (const field of ['from', 'to'] as const) {
    const end = fields[field] as ConnectorEnd | undefined;
    if (!end || !('element_id' in end)) continue;
    const type = requireElement(end.element_id, field, index, typeOf);
    if (type === 'connector') {
      throw new BoardError('invalid', `\`${field}\` names a connector; a connector does not end at another one.`, { index, field });
    }
  }
}

function requireElement(id: string, field: string, index: number, typeOf: TypeOf): ElementType {
  const type = typeOf(id);
  if (type) return type;
  throw new BoardError('unknown_element', `The whiteboard has no element \`${id}\`, which \`${field}\` names.`, {
    index,
    field,
    element_id: id,
  });
}

/** An element with its type and the frame that it is in. */
export interface FrameMember {
  readonly id: string;
  readonly type: ElementType;
  readonly frame_id: string | null;
}

/**
 * Throws `conflict` if one of some frames is in itself, or in others that are nested too deeply. The refusal names the element of the
 * call, by its index, that puts the frame there.
 */
export function checkFrames(elements: ReadonlyMap<string, FrameMember>, indexOf: ReadonlyMap<string, number>): void {
  for (const { id, type } of elements.values()) {
    if (type !== 'frame') continue;
    const { frames, isCircle } = framesAround(id, elements);
    if (!isCircle && frames.length < MAX_FRAME_NESTING) continue;
    const element_id = [id, ...frames].find((member) => indexOf.has(member));
    if (element_id === undefined) continue;
    const place = { index: indexOf.get(element_id)!, field: 'frame_id', element_id };
    throw new BoardError('conflict', isCircle ? CIRCLE : TOO_DEEP, place);
  }
}

const CIRCLE = 'A frame cannot be in itself; choose another `frame_id`.';
const TOO_DEEP = `Frames are nested at most ${MAX_FRAME_NESTING} levels deep; choose another \`frame_id\`.`;

/** Returns the frames around a frame, from the inside to the outside, as many as may be. */
function framesAround(
  id: string,
  elements: ReadonlyMap<string, FrameMember>,
): { readonly frames: readonly string[]; readonly isCircle: boolean } {
  const frames: string[] = [];
  for (let frame = elements.get(id)?.frame_id; frame && frames.length < MAX_FRAME_NESTING; frame = elements.get(frame)?.frame_id) {
    if (frame === id) return { frames, isCircle: true };
    frames.push(frame);
  }
  return { frames, isCircle: false };
}
