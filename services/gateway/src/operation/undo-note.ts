import type { Operation } from '@space/contracts/core';

/** Returns the sentence that says why no call undoes an operation; undefined for one that has an undo or changes nothing. */
export const undoNote = ({ no_undo }: Operation): string | undefined =>
  no_undo === undefined ? undefined : `Cannot be undone: ${no_undo}.`;
