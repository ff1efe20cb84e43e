import { z } from 'zod';
import { FONT_SIZES, STROKE_WIDTHS } from './limits.ts';

const color = z
  .string()
  .regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/, 'must be a colour such as #1e1e1e')
  .meta({ examples: ['#1e1e1e'] });

/** The look of an element, each field by itself: two writers who change different fields both succeed. */
export const styleFields = {
  stroke_color: color.describe('Colour of lines and text'),
  fill_color: color.nullable().describe('Colour of the area; null for none'),
  fill: z.enum(['solid', 'hachure', 'cross_hatch']).describe('Pattern of the area'),
  stroke_width: z.number().min(STROKE_WIDTHS.least).max(STROKE_WIDTHS.most).describe('Width of lines in pixels; 0 for none'),
  stroke_style: z.enum(['solid', 'dashed', 'dotted']).describe('Form of lines'),
  font_size: z.number().min(FONT_SIZES.least).max(FONT_SIZES.most).describe('Size of the text in pixels'),
  align: z.enum(['left', 'center', 'right']).describe('Place of each line of the text'),
  roughness: z.number().min(0).max(3).describe('0 for exact lines; higher for those of a hand'),
  opacity: z.number().min(0).max(1).describe('1 for an element that covers what is below'),
};

/** The whole look of an element. */
export const ElementStyle = z.strictObject(styleFields).meta({ id: 'WhiteboardStyle' });

/** The whole look of an element. */
export type ElementStyle = z.output<typeof ElementStyle>;

/** Some fields of the look of an element. */
export const PartialStyle = z
  .strictObject(styleFields)
  .partial()
  .meta({ id: 'PartialWhiteboardStyle', description: 'Look; only the fields given' });
