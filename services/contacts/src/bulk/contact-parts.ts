import { MAX_UPSERTED_BYTES } from '@space/contracts/contacts';
import { divideByBytes } from '@space/database';

/** Contacts that one statement changes: few enough to end in time on a busy server. */
const PART_SIZE = 250;

/** Divides contacts into parts that one statement each changes: at most `MAX_UPSERTED_BYTES` and `PART_SIZE`. */
export const contactParts = <Row extends { readonly bytes: number }>(contacts: readonly Row[]): Iterable<readonly Row[]> =>
  divideByBytes(contacts, MAX_UPSERTED_BYTES, PART_SIZE);
