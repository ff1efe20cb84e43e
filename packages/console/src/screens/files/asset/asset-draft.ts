import type { Arguments } from '../../../api/send.ts';
import { differencesOf } from '../../editing/differences.ts';
import type { Asset } from '../library/asset.ts';

/** The point of a picture that crops contain, from its left upper corner, 0 to 1. */
export type FocalPoint = NonNullable<Asset['focal_point']>;

/** The fields of a file in the hands of a person. A tag is a line. */
export interface AssetDraft {
  readonly name: string;
  readonly alt_text: string;
  readonly description: string;
  readonly tags: string;
  readonly focal_point: FocalPoint | null;
}

/** Returns the draft of a file as it is. */
export const draftOf = ({ name, alt_text, description, tags, focal_point }: Asset): AssetDraft => ({
  name,
  alt_text: alt_text ?? '',
  description: description ?? '',
  tags: tags.join('\n'),
  focal_point,
});

/** Returns the fields that a draft changes, and their values before. */
export function changesOf(draft: AssetDraft, saved: Asset): { readonly fields: Arguments; readonly before: Arguments } {
  const { name, alt_text, description, tags, focal_point } = saved;
  return differencesOf(
    {
      name: draft.name.trim(),
      alt_text: draft.alt_text.trim() || null,
      description: draft.description.trim() || null,
      tags: linesOf(draft.tags),
      focal_point: draft.focal_point,
    },
    { name, alt_text, description, tags, focal_point },
  );
}

/** Returns the lines of a text that are not empty, each once. */
const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Returns a part of the width or height as whole percent, for a field. */
export const percentOf = (part: number): string => String(Math.round(part * 100));

/** Returns a point with one coordinate from the percent of a field; a text that is no number from 0 to 100 changes nothing. */
export function withPercent(point: FocalPoint | null, axis: 'x' | 'y', text: string): FocalPoint | null {
  const percent = Number(text);
  if (text.trim() === '' || !(percent >= 0 && percent <= 100)) return point;
  return { ...(point ?? { x: 0.5, y: 0.5 }), [axis]: Math.round(percent) / 100 };
}
