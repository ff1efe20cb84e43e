/** Maximum length of a text that the built-in search looks for; for longer ones it can take the product of both lengths. */
const MAX_BUILT_IN = 16;

/**
 * Returns a function that returns the first index of a text at or after another index, or -1, in a time linear in the length of
 * the searched text (Knuth, Morris and Pratt).
 */
export function createSearch(wanted: string): (text: string, from: number) => number {
  if (wanted.length <= MAX_BUILT_IN) return (text, from) => text.indexOf(wanted, from);
  const borders = bordersOf(wanted);
  return (text, from) => {
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = borders[matched - 1]!;
      if (wanted.charCodeAt(matched) === unit) matched += 1;
      if (matched === wanted.length) return at - matched + 1;
    }
    return -1;
  };
}

/** Returns, for each prefix, the length of its longest proper prefix that is also its suffix. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length);
  for (let at = 1; at < wanted.length; at++) {
    let length = borders[at - 1]!;
    while (length > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(length)) length = borders[length - 1]!;
    borders[at] = wanted.charCodeAt(at) === wanted.charCodeAt(length) ? length + 1 : 0;
  }
  return borders;
}

/** Returns the parts of a text between the occurrences of a text that is not empty. */
export function splitAt(text: string, wanted: string): string[] {
  if (wanted.length <= MAX_BUILT_IN) return text.split(wanted);
  const search = createSearch(wanted);
  const parts: string[] = [];
  let from = 0;
  for (let at = search(text, 0); at >= 0; at = search(text, from)) {
    parts.push(text.slice(from, at));
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}
