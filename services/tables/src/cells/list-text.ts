/** Texts as one, separated by commas; one that would be misread is put in quotes, as CSV has them. */
export const joinList = (items: readonly string[]): string => items.map(quote).join(', ');

/** The texts of a list as people and `joinList` write it: separated by commas or line ends, blank ones left out. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  const item = /\s*(?:"([^"]*(?:""[^"]*)*)"\s*(?=[,\n]|$)|([^,\n]*))(?:[,\n]|$)/y;
  while (item.lastIndex < text.length) {
    const [, quotedItem, plain = ''] = item.exec(text)!;
    const found = quotedItem?.replaceAll('""', '"') ?? plain.trim();
    if (found !== '') items.push(found);
  }
  return items;
}

const quote = (item: string): string => (/^\s|^"|[,\n]|\s$/.test(item) ? `"${item.replaceAll('"', '""')}"` : item);
