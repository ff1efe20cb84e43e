import { Cap, elementText, embedAddress, Side, styleFields } from '@space/contracts/whiteboard-elements';
import { z } from 'zod';
import { isRecord, type UnknownRecord } from '../file/read-json.ts';

const { stroke_color, stroke_width, font_size, align } = styleFields;

/**
 * The fields of an element that an Excalidraw element has no place for. They stand in `customData.space` of its Excalidraw
 * element, and are read with the same suspicion as the rest of the file: an invalid field is left out.
 */
const fields = {
  type: z.enum(['sticky', 'embed', 'line']),
  address: embedAddress,
  asset_id: z.string().max(100),
  text: elementText,
  from_side: Side,
  to_side: Side,
  start_cap: Cap,
  end_cap: Cap,
  stroke_color,
  stroke_width,
  font_size,
  align,
};

/** The fields of an element that stand in `customData.space`. */
export type CustomData = { readonly [Field in keyof typeof fields]?: z.output<(typeof fields)[Field]> };

/** Returns the valid fields of `customData.space` of an Excalidraw element; null for an element that another program made. */
export function readCustomData({ customData }: UnknownRecord): CustomData | null {
  if (!isRecord(customData) || !isRecord(customData.space)) return null;
  const space = customData.space;
  const valid = Object.entries(fields).flatMap(([field, schema]) => {
    const parsed = schema.safeParse(space[field]);
    return parsed.success ? [[field, parsed.data]] : [];
  });
  return Object.fromEntries(valid) as CustomData;
}
