/** HTML that may stand in a page as it is. Only `html` and what is known to be safe make it, so text is escaped in one place. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What can stand in a template: text and numbers are escaped, nothing and false leave nothing behind. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A piece of a page or a feed. Everything in `${}` is text, escaped for content and for quoted attributes, unless it is Html itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((page, string, index) => page + shown(parts[index - 1]) + string));
}

function shown(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(shown).join('') : escaped(String(part));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it stands in content and in quoted attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
