import { RESOURCE_ID } from './own-address.ts';
import { type Element, placeOf, textsIn } from './parse-document.ts';

/** Warnings of one kind that a page has; the others are left out. */
export const MAX_WARNINGS = 20;

/** Characters of an id or an address that a warning shows. */
const SHOWN_CHARACTERS = 64;

/** Elements that name a form or booking page without showing it. */
const links: ReadonlySet<string> = new Set(['a', 'area', 'button', 'form']);

/** The way to show a resource on a page, by the prefix of its id. */
const ways: Readonly<Record<string, string>> = {
  frm: 'a form is embedded by data-form-id',
  bkp: 'a booking page is embedded by data-booking-page-id',
  tbl: 'create a share link of a view and show its address in an iframe',
  viw: 'create a share link of the view and show its address in an iframe',
};

/** The ends of the warnings about addresses that lead to no page, by the prefix of the id in them. */
const addresses: Readonly<Record<string, (id: string) => string>> = {
  frm: (id) => `the address of the form is /f/${id}`,
  bkp: (id) => `the address of the booking page is /book/${id}`,
};

const OTHER_RESOURCE = 'only forms and booking pages can be embedded';

/** Elements whose text is shown as it is, or not shown. */
const literals: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'title', 'textarea', 'code', 'pre', 'iframe']);

/** An id of a resource inside braces or brackets, as templates have them. */
const TAG_IN_TEXT = /(?:\{[{%]|\[\[?)[^{}[\]]{0,60}?\b((?:frm|bkp|tbl|viw)_\w{1,64})[^{}[\]]{0,60}?(?:[}%]\}|\]\]?)/g;

/** The warnings of one document about markup that looks like an embed and shows nothing. */
export interface EmbedWarnings {
  readonly list: readonly string[];
  /** Adds a warning about an element that names a form or booking page and gets no frame; not for links. */
  addUnframed(element: Element, attribute: string): void;
  /** Adds a warning about an address of the public origin that has the id of a resource and leads to no page. */
  addDeadAddress(element: Element, attribute: string, id: string, isFrame: boolean): void;
  /** Adds a warning for each attribute that has the id of a resource, looks like an embed and is not one of the known attributes. */
  addUnknown(element: Element, known: Readonly<Record<string, unknown>>): void;
  /** Adds a warning for each id of a resource in braces or brackets in the text of an element. */
  addTagsInText(element: Element): void;
}

/** Returns the empty warnings of a document. */
export function createWarnings(): EmbedWarnings {
  const list: string[] = [];
  const add = ({ line, column }: ReturnType<typeof placeOf>, sentence: string): void => {
    if (list.length < MAX_WARNINGS) list.push(`line ${line}, column ${column}: ${sentence}`);
  };
  const addAttribute = (element: Element, attribute: string, fault: string, advice: string): void => {
    const { value } = element.attrs.find(({ name, prefix }) => attribute === (prefix ? `${prefix}:${name}` : name))!;
    add(placeOf(element, attribute), `${attribute}="${value.trim().slice(0, SHOWN_CHARACTERS)}" ${fault}; ${advice}`);
  };
  return {
    list,
    addUnframed(element, attribute) {
      if (!links.has(element.tagName)) addAttribute(element, attribute, EMBEDS_NOTHING, adviceFor(element.tagName));
    },
    addDeadAddress(element, attribute, id, isFrame) {
      const advice = addresses[id.slice(0, 3)]?.(id.slice(0, SHOWN_CHARACTERS)) ?? ways[id.slice(0, 3)] ?? OTHER_RESOURCE;
      addAttribute(element, attribute, isFrame ? EMBEDS_NOTHING : 'leads to no page', advice);
    },
    addUnknown(element, known) {
      for (const { name, value, prefix } of element.attrs)
        if (prefix === undefined && looksLikeEmbed(element, name) && !Object.hasOwn(known, name) && RESOURCE_ID.test(value.trim()))
          addAttribute(element, name, EMBEDS_NOTHING, ways[value.trim().slice(0, 3)] ?? OTHER_RESOURCE);
    },
    addTagsInText(element) {
      if (literals.has(element.tagName)) return;
      for (const { text, line, column } of textsIn(element))
        for (const { 0: tag, 1: id = '', index } of text.matchAll(TAG_IN_TEXT)) {
          if (list.length === MAX_WARNINGS) return;
          const before = text.slice(0, index).split('\n');
          const place = { line: line + before.length - 1, column: before.at(-1)!.length + (before.length === 1 ? column : 1) };
          add(place, `${tag} ${EMBEDS_NOTHING}; ${ways[id.slice(0, 3)]}`);
        }
    },
  };
}

const EMBEDS_NOTHING = 'embeds nothing';

/** Returns true for an attribute with which an element could name a resource: one for data or an id, or any of a custom element. */
const looksLikeEmbed = ({ tagName }: Element, name: string): boolean =>
  name.startsWith('data-') || /.id$/.test(name) || (tagName.includes('-') && !otherAttributes.has(name));

/** Attributes that say how a custom element looks and where it belongs. */
const otherAttributes: ReadonlySet<string> = new Set(['class', 'name', 'slot', 'part', 'title', 'href']);

const adviceFor = (tagName: string): string => {
  if (tagName === 'iframe') return 'leave out src and srcdoc of the iframe';
  return tagName === 'script' ? 'leave the script empty and close it' : `use a div instead of ${tagName}`;
};
