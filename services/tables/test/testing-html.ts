const voids: ReadonlySet<string> = new Set(['meta', 'input', 'img', 'br', 'hr', 'link']);

/** One element of a page. */
export interface TestElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** All text inside the element, with decoded entities. */
  text: string;
}

const decoded = (text: string): string =>
  text.replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" })[name]!);

/**
 * Returns the elements of a page in document order. Throws for an element that is not closed or closed twice and for
 * unexpected syntax, so that a test fails when a text breaks out of its element.
 */
export function elementsOf(page: string): TestElement[] {
  const found: TestElement[] = [];
  const open: TestElement[] = [];
  const token =
    /<!doctype html>|<(style)>([^<]*)<\/style>|<\/([a-z][a-z0-9]*)>|<([a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*(?:="[^"<>]*")?)*)(\/?)>|([^<]+)/gy;
  while (token.lastIndex < page.length) {
    const at = token.lastIndex;
    const match = token.exec(page);
    if (!match) throw new Error(`Unexpected HTML: ${page.slice(at, at + 80)}`);
    const [, style, , closed, opened, attributes = '', self, text] = match;
    if (text !== undefined) {
      if (/>/.test(text)) throw new Error(`Unescaped ">" in: ${text.slice(0, 80)}`);
      for (const element of open) element.text += decoded(text);
    } else if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing near: ${page.slice(Math.max(0, at - 80), at + 20)}`);
    } else if (opened !== undefined || style !== undefined) {
      const element: TestElement = {
        name: opened ?? style!,
        attributes: Object.fromEntries(
          [...attributes.matchAll(/([a-zA-Z][a-zA-Z0-9-]*)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name!, decoded(value)]),
        ),
        text: '',
      };
      found.push(element);
      if (opened !== undefined && self === '' && !voids.has(opened)) open.push(element);
    }
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)!.name}> is not closed.`);
  return found;
}

/** Returns the trimmed texts of the elements with this name. */
export const textsOf = (page: string, name: string): string[] =>
  elementsOf(page)
    .filter((element) => element.name === name)
    .map(({ text }) => text.replace(/\s+/g, ' ').trim());
