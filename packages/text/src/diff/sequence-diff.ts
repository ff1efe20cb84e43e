import diff from 'fast-diff';

/** A part of two sequences: equal in both, only in the old one, or only in the new one. */
export interface SequencePart {
  readonly kind: 'equal' | 'delete' | 'insert';
  readonly length: number;
}

/** Above this product of lengths the middle of two sequences is replaced as a whole, so that the time stays bounded. */
const maxWork = 16_000_000;

/** Code units from here on are those of surrogate pairs, which the diff would treat in pairs. */
const maxSymbols = 0xd7ff;

/** Returns the parts that lead from one sequence of keys to another, with as many equal keys as the bounded search finds. */
export function diffSequences(old: readonly string[], target: readonly string[]): SequencePart[] {
  let start = 0;
  while (start < old.length && start < target.length && old[start] === target[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < target.length - start && old.at(-1 - end) === target.at(-1 - end)) end += 1;
  const middle = diffMiddle(old.slice(start, old.length - end), target.slice(start, target.length - end));
  return [part('equal', start), ...middle, part('equal', end)].filter(({ length }) => length > 0);
}

function diffMiddle(old: readonly string[], target: readonly string[]): SequencePart[] {
  const symbols = new Map<string, string>();
  const encode = (key: string) => {
    const symbol = symbols.get(key) ?? String.fromCharCode(symbols.size + 1);
    symbols.set(key, symbol);
    return symbol;
  };
  const [left, right] = [old.map(encode).join(''), target.map(encode).join('')];
  if (old.length * target.length > maxWork || symbols.size >= maxSymbols)
    return [part('delete', old.length), part('insert', target.length)];
  return diff(left, right).map(([operation, text]) =>
    part(operation === diff.EQUAL ? 'equal' : operation === diff.INSERT ? 'insert' : 'delete', text.length),
  );
}

function part(kind: SequencePart['kind'], length: number): SequencePart {
  return { kind, length };
}

/**
 * Returns the parts that lead from one sequence of words and spaces to another. Words are matched first and the spaces only
 * between them, because a space that is matched in the place of a word makes the word a new one.
 */
export function diffWords(old: readonly string[], target: readonly string[]): SequencePart[] {
  const isWord = (key: string) => key.trim() !== '';
  const wordPlaces = (keys: readonly string[]) => keys.flatMap((key, index) => (isWord(key) ? [index] : []));
  const [oldPlaces, places] = [wordPlaces(old), wordPlaces(target)];
  const parts: SequencePart[] = [];
  let [oldWord, word, oldFrom, from] = [0, 0, 0, 0];
  const words = diffSequences(
    oldPlaces.map((index) => old[index]!),
    places.map((index) => target[index]!),
  );
  for (const { kind, length } of words) {
    if (kind === 'delete') oldWord += length;
    else if (kind === 'insert') word += length;
    else {
      for (let count = 0; count < length; count += 1) {
        const [oldTo, to] = [oldPlaces[oldWord + count]!, places[word + count]!];
        parts.push(...diffSequences(old.slice(oldFrom, oldTo), target.slice(from, to)), part('equal', 1));
        [oldFrom, from] = [oldTo + 1, to + 1];
      }
      oldWord += length;
      word += length;
    }
  }
  return [...parts, ...diffSequences(old.slice(oldFrom), target.slice(from))];
}
