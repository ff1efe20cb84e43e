import { MAX_INNER_DOCUMENTS, MAX_SHARED_VIEWS_PER_PAGE } from '@space/contracts/publishing';
import { createWarnings } from './embed-warnings.ts';
import { createAssetFinder } from './find-assets.ts';
import type { AssetPlace, Placeholder, Reference, SharedView, TargetKind } from './outline.ts';
import { type AddressMatcher, createAddressMatcher, type DeadTarget, type SharedViewTarget, type Target } from './own-address.ts';
import {
  attributeOf,
  type Document,
  type Element,
  eachElement,
  type ParentNode,
  parseInnerDocument,
  placeOf,
  textIn,
} from './parse-document.ts';

/** Attributes with the id of the form or booking page that an element is a placeholder for. */
const idAttributes: Readonly<Record<string, TargetKind>> = { 'data-form-id': 'form', 'data-booking-page-id': 'booking_page' };

/** Attributes that hold a URL, on any element. */
const addressAttributes: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formaction', 'data', 'data-src']);

/** Elements that show the document at their address. */
const frames: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object']);

/** Characters of the token of a shared view; a longer one is not an address. */
const TOKEN_CHARACTERS = 100;

/** Elements that can be placeholders; custom elements can be too. */
const blocks: ReadonlySet<string> = new Set(['div', 'section', 'article', 'aside', 'main', 'figure', 'p', 'span']);

/** The references of a document to objects of the Space, its placeholders for them, and markup that embeds nothing. */
export interface FoundReferences {
  readonly references: readonly Reference[];
  readonly placeholders: readonly Placeholder[];
  /** Ids of the forms and booking pages that the document shows. */
  readonly embedded: readonly string[];
  readonly shared_views: readonly SharedView[];
  readonly assets: readonly AssetPlace[];
  readonly warnings: readonly string[];
}

/** Returns each form, booking page and shared view that a document embeds, links to or submits to; comments and texts are ignored. */
export function findReferences(document: Document, origin: string): FoundReferences {
  const own = createAddressMatcher(origin);
  const assets = createAssetFinder(`${origin}/p/page`);
  const references: Reference[] = [];
  const placeholders: Placeholder[] = [];
  const framed = new Set<string>();
  const sharedViews = new Map<string, SharedView>();
  const warnings = createWarnings();
  const addSharedView = ({ id: token }: SharedViewTarget, shownAt?: ReturnType<typeof placeOf>): void => {
    if (token.length > TOKEN_CHARACTERS || (sharedViews.size === MAX_SHARED_VIEWS_PER_PAGE && !sharedViews.has(token))) return;
    if (!sharedViews.get(token)?.embedded) sharedViews.set(token, { token, embedded: shownAt !== undefined, ...shownAt });
  };
  eachElement(document, (element) => {
    assets.add(element);
    const targets = targetsOf(element, own);
    for (const { target, attribute } of targets) {
      const isFramed = frames.has(element.tagName) && addressAttributes.has(attribute);
      if (target.kind === 'no_page') {
        warnings.addDeadAddress(element, attribute, target.id, isFramed);
        continue;
      }
      if (target.kind === 'shared_view') {
        addSharedView(target, isFramed ? placeOf(element, attribute) : undefined);
        continue;
      }
      if (isFramed) framed.add(target.id);
      references.push({ ...target, ...placeOf(element, attribute) });
      const placeholder = attribute in idAttributes ? placeholderOf(element, target) : undefined;
      if (placeholder) placeholders.push(placeholder);
      else if (attribute in idAttributes && targets.filter(({ target: { id } }) => id === target.id).length === 1)
        warnings.addUnframed(element, attribute);
    }
    warnings.addUnknown(element, idAttributes);
    warnings.addTagsInText(element);
    for (const { html, attribute } of innerDocuments(element))
      for (const target of targetsInside(html, own, (inner) => assets.add(inner, placeOf(element, attribute))))
        if (target.kind === 'shared_view') addSharedView(target);
        else if (target.kind !== 'no_page') references.push({ ...target, ...placeOf(element, attribute) });
  });
  const shown = outermost(placeholders);
  return {
    references,
    placeholders: shown,
    embedded: [...new Set([...framed, ...shown.map(({ id }) => id)])],
    shared_views: [...sharedViews.values()],
    assets: [...assets.places.values()],
    warnings: warnings.list,
  };
}

/** Removes placeholders inside other placeholders and sorts the rest by their offset, which may differ from the order of the tree. */
function outermost(placeholders: readonly Placeholder[]): Placeholder[] {
  let end = 0;
  return placeholders
    .toSorted((one, other) => one.start - other.start)
    .filter((placeholder) => {
      if (placeholder.start < end) return false;
      end = placeholder.end;
      return true;
    });
}

type AnyTarget = Target | SharedViewTarget | DeadTarget;

/** Returns the forms, booking pages and shared views that the attributes of an element name, and the addresses that lead to no page. */
function targetsOf(element: Element, own: AddressMatcher): { target: AnyTarget; attribute: string }[] {
  return element.attrs.flatMap(({ name, prefix, value }) => {
    const attribute = prefix ? `${prefix}:${name}` : name;
    const kind = prefix === undefined && Object.hasOwn(idAttributes, name) ? idAttributes[name] : undefined;
    if (kind) return [{ target: { kind, id: value.trim() }, attribute }];
    const address = addressIn(element, name, value);
    const target = address === undefined ? undefined : own(address);
    return target ? [{ target, attribute }] : [];
  });
}

function addressIn(element: Element, name: string, value: string): string | undefined {
  if (addressAttributes.has(name)) return value;
  const isRefresh =
    element.tagName === 'meta' && name === 'content' && attributeOf(element, 'http-equiv')?.trim().toLowerCase() === 'refresh';
  return isRefresh ? /^[\s\d.]*[;,]?\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(value)?.[1] : undefined;
}

/** Returns the documents that an element contains as text. */
function innerDocuments(element: Element): { html: string; attribute?: string }[] {
  const srcdoc = element.tagName === 'iframe' ? attributeOf(element, 'srcdoc') : undefined;
  if (srcdoc !== undefined) return [{ html: srcdoc, attribute: 'srcdoc' }];
  return element.tagName === 'noscript' ? [{ html: textIn(element) }] : [];
}

function targetsInside(html: string, own: AddressMatcher, visit: (element: Element) => void, depth = 1): AnyTarget[] {
  const found: AnyTarget[] = [];
  eachElement(parseInnerDocument(html) as ParentNode, (element) => {
    visit(element);
    found.push(...targetsOf(element, own).map(({ target }) => target));
    if (depth < MAX_INNER_DOCUMENTS)
      for (const inner of innerDocuments(element)) found.push(...targetsInside(inner.html, own, visit, depth + 1));
  });
  return found;
}

/** Returns the range of an element that is replaced; undefined for an element that only names the object, such as a link. */
function placeholderOf(element: Element, target: Target): Placeholder | undefined {
  const place = element.sourceCodeLocation;
  if (!place?.startTag) return undefined;
  const { tagName } = element;
  const look = attributeOf(element, 'data-inline') === undefined ? {} : { is_inline: true as const };
  if (tagName === 'iframe') {
    if (attributeOf(element, 'src') !== undefined || attributeOf(element, 'srcdoc') !== undefined) return undefined;
    const at = place.startTag.startOffset + '<iframe'.length;
    return { ...target, start: at, end: at, as: 'address', ...look };
  }
  if (tagName === 'script') {
    if (!place.endTag || textIn(element).trim() !== '') return undefined;
    return { ...target, start: place.endTag.endOffset, end: place.endTag.endOffset, as: 'content', ...look };
  }
  if (!blocks.has(tagName) && !tagName.includes('-')) return undefined;
  const start = place.startTag.endOffset;
  return { ...target, start, end: place.endTag?.startOffset ?? start, as: 'content', ...look };
}
