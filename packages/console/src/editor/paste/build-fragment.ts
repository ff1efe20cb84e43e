import { MAX_HTML_ELEMENTS, MAX_HTML_NESTING } from '@space/rich-text/schema';
import { Parser } from 'htmlparser2';

/** Elements that are made, each with its attributes. Others leave their content only. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p h1 h2 h3 h4 h5 h6 ul blockquote table tr hr br strong b em i s del strike u mark code details summary div pre'
      .split(' ')
      .map((name) => [name, []]),
  ),
  ol: ['start'],
  li: [],
  td: ['colspan', 'rowspan', 'align'],
  th: ['colspan', 'rowspan', 'align'],
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
};

/** Elements that end a line of text, as a `div` does. */
const LINES: ReadonlySet<string> = new Set(
  'section article main header footer aside nav figure figcaption address dl dt dd form fieldset center'.split(' '),
);

/** Elements whose content is no text for people. */
const DROPPED: ReadonlySet<string> = new Set(
  'script style head title template noscript iframe object embed svg math canvas audio video select textarea button'.split(' '),
);

/** The styles that other programs write in place of elements. */
const STYLES: readonly (readonly [RegExp, string])[] = [
  [/font-weight:\s*(?:bold|[6-9]00)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[^;]*:\s*[^;]*line-through/i, 's'],
  [/text-decoration[^;]*:\s*[^;]*underline/i, 'u'],
];

const MARKS: ReadonlySet<string> = new Set(['b', 'strong', 'i', 'em']);

/**
 * Returns HTML as elements that are in no page. Only elements and attributes of the lists above are made, one by one, because the policy of
 * the console allows no text as markup. Deeper or more elements than a document can have are left out.
 */
export function buildFragment(html: string): DocumentFragment {
  const root = document.createDocumentFragment();
  /** The elements that each open tag made: none, one, or several for its styles. */
  const open: { readonly name: string; readonly made: readonly HTMLElement[] }[] = [];
  let place: ParentNode & Node = root;
  let dropped = 0;
  let count = 0;

  function make(name: string): HTMLElement {
    const element = document.createElement(name);
    place.appendChild(element);
    place = element;
    return element;
  }

  function begin(name: string, attributes: Readonly<Record<string, string>>): readonly HTMLElement[] {
    count += 1;
    if (count > MAX_HTML_ELEMENTS || open.length > MAX_HTML_NESTING) return [];
    const style = attributes.style ?? '';
    if (name === 'input') {
      if (attributes.type === 'checkbox') tick(place, 'checked' in attributes);
      return [];
    }
    if (MARKS.has(name) && /font-(?:weight|style):\s*(?:normal|400)/i.test(style)) return [];
    const own = Object.hasOwn(MADE, name) ? name : LINES.has(name) ? 'div' : undefined;
    const made = own ? [make(own)] : [];
    for (const attribute of own ? MADE[own]! : [])
      if (attributes[attribute] !== undefined) made[0]!.setAttribute(attribute, attributes[attribute]);
    if (name === 'li' && attributes['aria-checked'] !== undefined) tick(made[0]!, attributes['aria-checked'] === 'true');
    const language =
      name === 'code' || name === 'pre'
        ? /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]+)/.exec(attributes.class ?? '')?.[1]
        : undefined;
    if (language) (made[0]!.closest('pre') ?? made[0]!).setAttribute('data-language', language);
    if (name === 'span' || name === 'font') for (const [pattern, mark] of STYLES) if (pattern.test(style)) made.push(make(mark));
    return made;
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (dropped > 0 || DROPPED.has(name)) {
        dropped += 1;
        return;
      }
      open.push({ name, made: begin(name, attributes) });
    },
    ontext(text) {
      if (dropped === 0) place.appendChild(document.createTextNode(text));
    },
    onclosetag() {
      if (dropped > 0) {
        dropped -= 1;
        return;
      }
      const first = open.pop()?.made[0];
      if (first?.parentNode) place = first.parentNode as ParentNode & Node;
    },
  });
  parser.write(html);
  parser.end();
  return root;
}

/** Gives the item of a list around an element a checkbox. */
function tick(element: Node, isDone: boolean): void {
  if (element instanceof Element) element.closest('li')?.setAttribute('data-checked', String(isDone));
}
