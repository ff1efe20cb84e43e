import type { ReadDocument } from '../library/document.ts';

/** Returns why a document is shown as it is stored, in words; undefined for one that is open live. `ended` says why live editing ended. */
export function whyStored(
  { trashed_at, is_locked }: Pick<ReadDocument, 'trashed_at' | 'is_locked'>,
  mayWrite: boolean,
  ended: string | undefined,
): string | undefined {
  if (trashed_at !== null) return 'This document is in the trash.';
  if (is_locked) return mayWrite ? 'This document is locked. Unlock it to change it.' : 'This document is locked.';
  return ended;
}
