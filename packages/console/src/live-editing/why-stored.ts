import type { LiveNoun } from './live-state.ts';

/** The facts of a content that close it for changes. */
interface Closed {
  readonly trashed_at: string | null;
  readonly is_locked: boolean;
}

/** Returns why a content is shown as it is stored, in words; undefined for one that is open live. `ended` says why live editing ended. */
export function whyStored(
  noun: LiveNoun,
  { trashed_at, is_locked }: Closed,
  mayWrite: boolean,
  ended: string | undefined,
): string | undefined {
  if (trashed_at !== null) return `This ${noun} is in the trash.`;
  if (is_locked) return mayWrite ? `This ${noun} is locked. Unlock it to change it.` : `This ${noun} is locked.`;
  return ended;
}
