import { attributeOf, type Element, placeOf } from './parse-document.ts';

/** Warnings that a page has; the others are left out. */
const MAX_WARNINGS = 20;

/** Characters of an id that a warning shows. */
const ID_CHARACTERS = 64;

/** A value that is the id of a resource: of one that pages could show, or of any with the length of an id. */
const RESOURCE_ID = /^(?:(?:frm|bkp|tbl|viw)_\w+|[a-z]{3}_[0-9a-z]{26})$/;

/** Elements that name a form or booking page without showing it. */
const links: ReadonlySet<string> = new Set(['a', 'area', 'button', 'form']);

/** The way to show a resource on a page, by the prefix of its id. */
const ways: Readonly<Record<string, string>> = {
  frm: 'a form is embedded by data-form-id',
  bkp: 'a booking page is embedded by data-booking-page-id',
  tbl: 'create a share link of a view and show its address in an iframe',
  viw: 'create a share link of the view and show its address in an iframe',
};

/** The warnings of one document about markup that looks like an embed and shows nothing. */
export interface EmbedWarnings {
  readonly list: readonly string[];
  /** Adds a warning about an element that names a form or booking page and gets no frame; not for links. */
  addUnframed(element: Element, attribute: string): void;
  /** Adds a warning for each data attribute with the id of a resource that is not one of the known attributes. */
  addUnknown(element: Element, known: Readonly<Record<string, unknown>>): void;
}

/** Returns the empty warnings of a document. */
export function createWarnings(): EmbedWarnings {
  const list: string[] = [];
  const add = (element: Element, attribute: string, advice: string): void => {
    if (list.length === MAX_WARNINGS) return;
    const { line, column } = placeOf(element, attribute);
    const id = attributeOf(element, attribute)?.trim().slice(0, ID_CHARACTERS);
    list.push(`line ${line}, column ${column}: ${attribute}="${id}" embeds nothing; ${advice}`);
  };
  return {
    list,
    addUnframed(element, attribute) {
      if (!links.has(element.tagName)) add(element, attribute, adviceFor(element.tagName));
    },
    addUnknown(element, known) {
      for (const { name, value, prefix } of element.attrs)
        if (prefix === undefined && name.startsWith('data-') && !Object.hasOwn(known, name) && RESOURCE_ID.test(value.trim()))
          add(element, name, ways[value.trim().slice(0, 3)] ?? 'only forms and booking pages can be embedded');
    },
  };
}

const adviceFor = (tagName: string): string => {
  if (tagName === 'iframe') return 'leave out src and srcdoc of the iframe';
  return tagName === 'script' ? 'leave the script empty and close it' : `use a div instead of ${tagName}`;
};
