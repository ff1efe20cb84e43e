/** The first segment of the addresses of assets on the public origin, `/a/{asset_id}/{name}`. */
const SEGMENT = 'a';

/** The segments of signed links and of previews in the place of an id; such an address expires and is no reference. */
const EXPIRING: readonly string[] = ['s', 'p'];

/** Returns the id of the asset that an address on the public origin names; undefined for any other address. `origin` is its base too. */
export function assetIdOf(address: string, origin: string): string | undefined {
  const url = URL.parse(address.trim(), origin);
  if (!url || url.host !== new URL(origin).host || !/^https?:$/.test(url.protocol)) return undefined;
  const [, first, id] = url.pathname.split('/');
  return first === SEGMENT && id !== undefined && id !== '' && !EXPIRING.includes(id) ? id : undefined;
}

/** Returns a picture's address with its origin: callers give the address of an asset without it. */
export const absoluteAddress = (address: string, origin: string): string => (address.startsWith('/') ? `${origin}${address}` : address);
