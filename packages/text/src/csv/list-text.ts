/** Joins texts with commas; a text that would be ambiguous is quoted as in CSV. */
export const joinList = (items: readonly string[]): string => items.map(quote).join(', ');

/** Splits a text as people and `joinList` write it: at commas or line ends, without blank items. */
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
