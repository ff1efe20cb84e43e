import type { SpaceClient } from '../../../api/space-client.ts';

/** The comparison of two versions of a whiteboard. */
type Compared = Pick<Awaited<ReturnType<SpaceClient['whiteboard_versions']['diff']>>, 'added' | 'updated' | 'removed'>;
type Compareds = Compared['added'][number];

/** A line of the comparison. */
export interface ComparedLine {
  readonly key: string;
  readonly sign: 'added' | 'changed' | 'deleted';
  readonly words: string;
}

/** Returns the comparison of two versions in words, one line for each element. */
export function comparedWords({ added, updated, removed }: Compared): ComparedLine[] {
  return [
    ...added.map((element) => ({ key: element.id, sign: 'added', words: wordsOf(element) }) as const),
    ...updated.map(({ before, after }) => ({ key: after.id, sign: 'changed', words: changedWords(before, after) }) as const),
    ...removed.map((element) => ({ key: element.id, sign: 'deleted', words: wordsOf(element) }) as const),
  ];
}

const wordsOf = ({ type, text }: Compareds): string =>
  text.trim() === '' ? type : `${type} “${text.replace(/\s+/g, ' ').trim().slice(0, 80)}”`;

function changedWords(before: Compareds, after: Compareds): string {
  const parts = [
    before.text !== after.text && 'text',
    (before.x !== after.x || before.y !== after.y) && 'place',
    (before.width !== after.width || before.height !== after.height) && 'size',
    JSON.stringify(before.style) !== JSON.stringify(after.style) && 'look',
  ].filter((part) => part !== false);
  return `${wordsOf(after)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}
