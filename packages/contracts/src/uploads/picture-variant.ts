import { z } from 'zod';

/** The widths of variants of pictures; a width that is asked for is rounded up to one of them. */
export const variantWidths = [64, 128, 256, 384, 640, 828, 1080, 1280, 1920, 2560] as const;

/** The ratios of width and height to which variants are cropped. */
export const variantRatios = ['original', '1:1', '4:3', '3:2', '16:9', '3:4', '9:16'] as const;

/** The formats of variants. `auto` is chosen by the Accept header. */
export const variantFormats = ['auto', 'webp', 'jpeg', 'png', 'avif'] as const;

const [MAX_WIDTH] = variantWidths.toReversed() as [number];

/** The fields by which a caller asks for a variant of a picture. Without all of them it gets the file. */
export const variantFields = {
  w: z
    .int()
    .min(1)
    .max(MAX_WIDTH)
    .optional()
    .describe(`Pixels of the width of a picture, rounded up to one of ${variantWidths.join(', ')}`),
  ratio: z.enum(variantRatios).optional().describe('Ratio of width and height to which a picture is cropped around its focal_point'),
  f: z.enum(variantFormats).optional().describe('Format of a picture; auto takes WebP where the reader knows it'),
};

/** The variant of a picture that a caller asks for. */
export const AskedVariant = z.strictObject(variantFields);

/** The variant of a picture that a caller asks for. */
export type AskedVariant = z.output<typeof AskedVariant>;

/** The fields of a variant, if a call has one of them. */
export const askedVariant = ({ w, ratio, f }: AskedVariant): AskedVariant | null =>
  w === undefined && ratio === undefined && f === undefined
    ? null
    : { ...(w === undefined ? {} : { w }), ...(ratio === undefined ? {} : { ratio }), ...(f === undefined ? {} : { f }) };

/** A picture before it is cropped, and the point that stays in it. */
export interface WholePicture {
  readonly width: number;
  readonly height: number;
  readonly focal_point: { readonly x: number; readonly y: number } | null;
}

/** The part of a picture that a variant shows, in pixels, and the width that it gets. No variant is larger than its part. */
export interface VariantPlan {
  readonly crop: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly width: number;
  /** The first part of the name of its object: pictures with equal names are equal. */
  readonly name: string;
}

/** Returns how a variant is made from a picture. */
export function planVariant(picture: WholePicture, { w = MAX_WIDTH, ratio = 'original' }: AskedVariant): VariantPlan {
  const [across, down] = ratio === 'original' ? [picture.width, picture.height] : (ratio.split(':').map(Number) as [number, number]);
  const scale = Math.min(picture.width / across, picture.height / down);
  const width = Math.max(1, Math.round(across * scale));
  const height = Math.max(1, Math.round(down * scale));
  // Hundredths, so that a point has a finite number of crops.
  const x = Math.round((picture.focal_point?.x ?? 0.5) * 100);
  const y = Math.round((picture.focal_point?.y ?? 0.5) * 100);
  const left = offset(picture.width, width, x);
  const top = offset(picture.height, height, y);
  const asked = roundUp(w);
  const rounded = Math.min(asked, roundUp(width));
  const isCentered = (left === offset(picture.width, width, 50) && top === offset(picture.height, height, 50)) || ratio === 'original';
  return {
    crop: { left, top, width, height },
    width: Math.min(rounded, width),
    name: `${rounded}-${ratio.replace(':', 'x')}${isCentered ? '' : `-${x}-${y}`}`,
  };
}

const roundUp = (width: number): number => variantWidths.find((one) => one >= width) ?? MAX_WIDTH;

/** Returns where a part of a side begins that has a point, in hundredths of the side, in its middle if there is room. */
const offset = (whole: number, part: number, hundredths: number): number =>
  Math.min(whole - part, Math.max(0, Math.round((whole * hundredths) / 100 - part / 2)));
