/** A thing that an address of the scheme `space` names. */
export interface SpaceAddress {
  readonly kind: string;
  readonly id: string;
  /** The path of its screen below the Space, or undefined for a kind without one. */
  readonly path: string | undefined;
}

/** The path of the list of each kind. A search of the Space names kinds with `_`, an address with `-`. */
const lists: Readonly<Record<string, string>> = {
  table: '/tables',
  task: '/tasks',
  form: '/forms',
  'booking-page': '/booking-pages',
  page: '/pages',
  asset: '/assets',
  whiteboard: '/whiteboards',
  document: '/documents',
  automation: '/automations',
  contact: '/contacts',
  agent: '/settings/agents',
};

const SPACE_ADDRESS = /^space:([a-z-]+)(?:\/([A-Za-z0-9_-]+))?(\?[^#]*)?$/;

/** Returns the thing that an address names, or undefined for an address of another scheme or form. */
export function readSpaceAddress(href: string): SpaceAddress | undefined {
  const [, kind, id = '', query = ''] = SPACE_ADDRESS.exec(href) ?? [];
  if (kind === undefined) return undefined;
  if (kind === 'tasks') return { kind, id, path: `/tasks${query}` };
  const list = lists[kind];
  return { kind, id, path: list && id !== '' ? `${list}/${id}` : undefined };
}

/** Returns the address of a thing by the kind that a search names, or undefined for a kind that documents cannot show. */
export function spaceAddress(kind: string, id: string): string | undefined {
  const name = kind.replaceAll('_', '-');
  return Object.hasOwn(lists, name) ? `space:${name}/${id}` : undefined;
}

/** Returns the word of a kind, such as "Booking page". */
export const kindWord = (kind: string): string => `${kind[0]!.toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`;
