const voids: ReadonlySet<string> = new Set(['meta', 'input', 'img', 'br', 'hr', 'link']);

/** One element of a page, as its tag says. */
export interface TestElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** All text in it, entities resolved. */
  text: string;
}

const resolved = (text: string): string =>
  text.replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" })[name]!);

/**
 * The elements of a page in their order. Throws for what is not closed, closed twice or written in any other way than
 * ours, so that a text that broke out of its place cannot go unseen.
 */
export function elementsOf(page: string): TestElement[] {
  const found: TestElement[] = [];
  const open: TestElement[] = [];
  const token =
    /<!doctype html>|<(style)>([^<]*)<\/style>|<\/([a-z][a-z0-9]*)>|<([a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*(?:="[^"<>]*")?)*)(\/?)>|([^<]+)/gy;
  while (token.lastIndex < page.length) {
    const at = token.lastIndex;
    const match = token.exec(page);
    if (!match) throw new Error(`Not HTML of ours: ${page.slice(at, at + 80)}`);
    const [, style, , closed, opened, attributes = '', self, text] = match;
    if (text !== undefined) {
      if (/>/.test(text)) throw new Error(`A lone ">" in: ${text.slice(0, 80)}`);
      for (const element of open) element.text += resolved(text);
    } else if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing near: ${page.slice(Math.max(0, at - 80), at + 20)}`);
    } else if (opened !== undefined || style !== undefined) {
      const element: TestElement = {
        name: opened ?? style!,
        attributes: Object.fromEntries(
          [...attributes.matchAll(/([a-zA-Z][a-zA-Z0-9-]*)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name!, resolved(value)]),
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

/** The texts of the elements of a name, trimmed. */
export const textsOf = (page: string, name: string): string[] =>
  elementsOf(page)
    .filter((element) => element.name === name)
    .map(({ text }) => text.replace(/\s+/g, ' ').trim());
