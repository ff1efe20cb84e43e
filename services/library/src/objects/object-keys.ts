/** The beginning of the keys of all objects of assets. */
export const OBJECTS = 's/';

/** The beginning of the keys of the bytes that arrive. */
export const UPLOADS = 'u/';

/** Returns the beginning of the keys of the variants of pictures of a Space, which media stores. */
export const variantsOfSpace = (space: string): string => `v/${space}/`;

/** Returns the beginning of the keys of the objects of a Space. */
export const objectsOfSpace = (space: string): string => `${OBJECTS}${space}/`;

/** Returns the key of the bytes of a file in a Space. */
export const objectKey = (space: string, sha256: string): string => `${objectsOfSpace(space)}${sha256}`;

/** Returns the key of the bytes of an upload. */
export const uploadKey = (upload_id: string): string => `${UPLOADS}${upload_id}`;

/** Returns the Space and the hash of the key of an object; undefined for another key. */
export function readObjectKey(key: string): { readonly space_id: string; readonly sha256: string } | undefined {
  const [, space_id, sha256] = /^s\/([a-z0-9_]+)\/([0-9a-f]{64})$/.exec(key) ?? [];
  return space_id === undefined || sha256 === undefined ? undefined : { space_id, sha256 };
}

/** Returns the id of the upload of a key; undefined for another key. */
export const readUploadKey = (key: string): string | undefined => /^u\/([a-z0-9_]+)(?:\/|$)/.exec(key)?.[1];
