/** Characters of the name of an exported file. */
const NAME_CHARACTERS = 100;

/** Returns a title as the name of a file without its ending; `byDefault` for a title without letters. */
export function fileNameOf(title: string, byDefault: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}\p{M} ._()-]+/gu, '-')
    .slice(0, NAME_CHARACTERS)
    .toWellFormed()
    .trim();
  return name.replace(/^[.-]+/, '') || byDefault;
}
