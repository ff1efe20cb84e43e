/** Returns the extension of a file name, in lower case and without its dot. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns a file name that is safe to show and to save under: one line, without folders, at most 200 characters. */
export function safeName(name: string): string {
  const last = name
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{C}"]/gu, '')
    .trim();
  return (last === '' || last === '.' || last === '..' ? 'file' : last).slice(-200).toWellFormed();
}
