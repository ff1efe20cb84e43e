import type { SecretBox } from '@space/crypto';

/** The place of a secret, with which its value is authenticated. */
interface SecretPlace {
  readonly space_id: string;
  readonly name: string;
  readonly version: number;
}

/** Returns the text that is authenticated with a value; the column `value_purpose` has the same. */
const purposeOf = ({ space_id, name, version }: SecretPlace): string => `secret ${space_id} ${name} ${version}`;

/** Encrypts the value of a secret for its place. */
export const sealValue = (box: SecretBox, place: SecretPlace, value: string): Buffer => box.seal(value, purposeOf(place));

/** Decrypts the value of a secret. Throws if the value was sealed for another Space, name or version. */
export const openValue = (box: SecretBox, place: SecretPlace, sealed: Uint8Array): string => box.open(sealed, purposeOf(place));
