import { SaxesParser } from 'saxes';

/** An element of an XML document; its name is `{namespace}local`. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** A document as XML 1.0 with namespaces has it; throws for what is not well-formed. */
export function xmlOf(document: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.fromEntries(Object.entries(tag.attributes).map(([name, { value }]) => [name, value]));
    const element: Element = { name: `{${tag.uri}}${tag.local}`, attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(document).close();
  return root.children[0]!;
}
