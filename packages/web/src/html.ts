/** HTML that is inserted into a page unescaped. Only `html` and code that knows its text to be safe make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A value in a template: text and numbers are escaped; null, undefined and false give nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Returns a piece of a page or a feed. Each value in `${}` is escaped for content and quoted attributes unless it is Html. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((page, string, index) => page + render(parts[index - 1]) + string));
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(render).join('') : escaped(String(part));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Returns a text escaped for content and quoted attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
