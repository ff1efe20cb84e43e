import { MAX_SHOWN_ASSETS } from '@space/contracts/assets';
import type { BoardElement, ElementChange, NewElement } from '@space/contracts/whiteboard-elements';
import { type AddressedThing, thingOf } from '../../references/thing-address.ts';

/** A thing that an element of a whiteboard shows or leads to, by its address `space:<kind>/<id>`. */
export interface BoardReference extends AddressedThing {
  readonly kind: 'image' | 'embed' | 'link';
  readonly address: string;
  readonly element_id: string;
}

/** A thing that a field of an element names. */
type NamedReference = Omit<BoardReference, 'element_id'> & { readonly field: 'asset_id' | 'address' | 'link' };

/** Returns the things that the fields of an element name. */
export function thingsNamedBy(element: NewElement | ElementChange | BoardElement): NamedReference[] {
  const { asset_id, address, link } = element as { asset_id?: string; address?: string; link?: string | null };
  return [
    ...(asset_id === undefined ? [] : [named('image', 'asset_id', `space:asset/${asset_id}`)]),
    ...(address === undefined ? [] : [named('embed', 'address', address)]),
    ...(link?.toLowerCase().startsWith('space:') ? [named('link', 'link', link)] : []),
  ];
}

const named = (kind: NamedReference['kind'], field: NamedReference['field'], address: string): NamedReference => ({
  kind,
  field,
  ...thingOf(address),
  address,
});

/** Returns the things that elements show or lead to. */
export const referencesOf = (elements: readonly BoardElement[]): BoardReference[] =>
  elements.flatMap((element) =>
    thingsNamedBy(element).map(({ field: _field, ...reference }) => ({ ...reference, element_id: element.id })),
  );

/** Returns the sorted ids of the assets that references show, as many as an event has. */
export const assetIdsOf = (refs: readonly BoardReference[]): string[] =>
  [...new Set(refs.flatMap(({ thing_kind, thing_id }) => (thing_kind === 'asset' && thing_id !== null ? thing_id : [])))]
    .sort()
    .slice(0, MAX_SHOWN_ASSETS);

/** Returns the assets that references show, each in its element. A whiteboard is never public by itself. */
export function placesOf(refs: readonly BoardReference[]) {
  const places = refs.flatMap(({ thing_kind, thing_id, element_id }) =>
    thing_kind === 'asset' && thing_id !== null ? [{ asset_id: thing_id, place: element_id, is_public: false }] : [],
  );
  return [...new Map(places.map((place) => [`${place.asset_id} ${place.place}`, place])).values()];
}
