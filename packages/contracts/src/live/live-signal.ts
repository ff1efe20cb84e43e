/**
 * A message about the live editing of a document or whiteboard, as JSON. Processes of library announce changes that are stored, and gateways pass cursors on.
 * A message may be lost: a gateway that misses a version reads the rows, and it looks for later versions from time to time.
 */
export type LiveSignal =
  | {
      /** Changes that are stored. */
      readonly kind: 'updates';
      /** The version of the first of them. */
      readonly first_version: number;
      /** Yjs updates in base64, one for each version. */
      readonly updates: readonly string[];
      /** The batch of a gateway that they come from; null for those of a call. */
      readonly batch: string | null;
    }
  /** The content has a later version, is in the trash or is gone. */
  | { readonly kind: 'changed' }
  /** Cursors of editors, as an awareness update of y-protocols in base64. */
  | { readonly kind: 'awareness'; readonly gateway: string; readonly update: string }
  /** A gateway asks the others for their cursors. */
  | { readonly kind: 'query_awareness'; readonly gateway: string };
