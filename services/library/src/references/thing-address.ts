/** The thing that an address `space:<kind>/<id>` names. */
export interface AddressedThing {
  readonly thing_kind: string;
  readonly thing_id: string | null;
}

/** Returns the kind and the id of the thing of an address. */
export function thingOf(address: string): AddressedThing {
  const [thing_kind = '', thing_id = ''] = address
    .replace(/^space:/, '')
    .replace(/[?#].*$/s, '')
    .split('/');
  return { thing_kind, thing_id: thing_id === '' ? null : thing_id };
}

/** Returns the kind and the id of the thing that must exist for an address; undefined for a list without one. */
export function existingThingOf(address: string): { readonly kind: string; readonly id: string } | undefined {
  const { thing_kind, thing_id } = thingOf(address);
  if (thing_kind !== 'tasks') return { kind: thing_kind, id: thing_id ?? '' };
  const project = /[?&]project=([^&#]*)/.exec(address)?.[1];
  return project === undefined ? undefined : { kind: 'project', id: project };
}
