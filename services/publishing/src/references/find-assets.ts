import { assetIdOf } from '@space/contracts/assets';
import type { AssetPlace } from './outline.ts';
import { type Element, eachElement, parseDocument, placeOf, textsIn } from './parse-document.ts';

/** Attributes that hold one address, and those that hold a list of them with widths. */
const addresses: ReadonlySet<string> = new Set(['href', 'src', 'data', 'data-src', 'poster', 'background', 'action', 'formaction']);
const lists: ReadonlySet<string> = new Set(['srcset', 'imagesrcset', 'data-srcset']);

/** Addresses in a style sheet or in a style attribute. */
const STYLE_ADDRESS = /url\(\s*["']?([^"')\s]+)|@import\s+["']([^"']+)/gi;

/** An address without the start of the path of an asset names none. */
const MAY_NAME_ASSET = /[/\\]a[/\\]/;

/** Collects the assets of a document, each with the first place that names it. */
export interface AssetFinder {
  /** Adds the assets that an element names in its attributes, or in its text if it is a style sheet. */
  add(element: Element, place?: { readonly line: number; readonly column: number }): void;
  readonly places: ReadonlyMap<string, AssetPlace>;
}

/** Returns the empty finder of a document. `base` is the address of a page of the public origin. */
export function createAssetFinder(base: string): AssetFinder {
  const places = new Map<string, AssetPlace>();

  function addAddress(address: string, place: () => { readonly line: number; readonly column: number }): void {
    const id = MAY_NAME_ASSET.test(address) ? assetIdOf(address, base) : undefined;
    if (id !== undefined && !places.has(id)) places.set(id, { id, ...place() });
  }

  return {
    places,
    add(element, inside) {
      for (const { name, prefix, value } of element.attrs) {
        const place = () => inside ?? placeOf(element, prefix ? `${prefix}:${name}` : name);
        for (const address of addressesIn(element, name, value)) addAddress(address, place);
      }
      if (element.tagName === 'style')
        for (const { text, line, column } of textsIn(element))
          for (const { address, at } of styleAddresses(text)) addAddress(address, () => inside ?? placeIn(text, at, line, column));
    },
  };
}

function addressesIn({ tagName }: Element, name: string, value: string): string[] {
  if (addresses.has(name) || (tagName === 'meta' && name === 'content')) return [value];
  // An address of a list ends at white space; commas at its end belong to the list.
  if (lists.has(name)) return value.split(/\s+/).map((part) => part.replace(/^,+|,+$/g, ''));
  return name === 'style' ? [...styleAddresses(value)].map(({ address }) => address) : [];
}

function* styleAddresses(css: string): Generator<{ readonly address: string; readonly at: number }> {
  for (const match of css.matchAll(STYLE_ADDRESS)) yield { address: (match[1] ?? match[2])!, at: match.index };
}

/** Returns the line and column of an offset in a text that begins at a line and column. */
function placeIn(text: string, at: number, line: number, column: number) {
  const before = text.slice(0, at).split('\n');
  return { line: line + before.length - 1, column: before.length === 1 ? column + at : before.at(-1)!.length + 1 };
}

/** Returns the assets that the text of a post or a layout names. `base` is an address of the public origin. Throws DocumentTooComplexError. */
export function findAssets(html: string, base: string): AssetPlace[] {
  if (!MAY_NAME_ASSET.test(html)) return [];
  const finder = createAssetFinder(base);
  eachElement(parseDocument(html), (element) => finder.add(element));
  return [...finder.places.values()];
}
