import { typeid } from 'typeid-js';

/** Returns a new id of an element, which no other element has. */
export type NewElementId = () => string;

/** Returns a new id of an element: `elm_` and a UUIDv7 in base32. */
export function newElementId(): string {
  return typeid('elm').toString();
}
