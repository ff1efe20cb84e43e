import type { SecretBox } from '@space/crypto';
import { isoTime } from '@space/database';

interface ConnectionPlace {
  readonly space_id: string;
  readonly id: string;
}

/** A connection with its sealed signing secrets. */
export interface SealedSigning extends ConnectionPlace {
  readonly sealed_signing: Buffer | null;
  readonly sealed_previous_signing: Buffer | null;
  readonly previous_until: string | null;
}

// The columns `…_purpose` of the table have the same texts.
const keyPurpose = ({ space_id, id }: ConnectionPlace): string => `payment key ${space_id} ${id}`;
const signingPurpose = ({ space_id, id }: ConnectionPlace): string => `payment signing ${space_id} ${id}`;

/** Encrypts the key of a connection for its place: it does not open in the row of another connection or Space. */
export const sealKey = (box: SecretBox, place: ConnectionPlace, key: string): Buffer => box.seal(key, keyPurpose(place));

/** Decrypts the key of a connection. Throws if it was sealed for another one. */
export const openKey = (box: SecretBox, place: ConnectionPlace, sealed: Uint8Array): string => box.open(sealed, keyPurpose(place));

/** Encrypts the signing secret of a connection for its place. */
export const sealSigning = (box: SecretBox, place: ConnectionPlace, secret: string): Buffer => box.seal(secret, signingPurpose(place));

/** Returns the signing secrets that are valid at a time, the current one first. */
export function openSigning(box: SecretBox, connection: SealedSigning, now: number): string[] {
  const { sealed_signing, sealed_previous_signing, previous_until } = connection;
  const isPreviousValid = sealed_previous_signing !== null && previous_until !== null && previous_until > isoTime(now);
  return [sealed_signing, isPreviousValid ? sealed_previous_signing : null].flatMap((sealed) =>
    sealed === null ? [] : [box.open(sealed, signingPurpose(connection))],
  );
}
