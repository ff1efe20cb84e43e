import { type ReactElement, useEffect } from 'react';
import { useLeaveGuard } from '../../shell/leave-guard.tsx';
import { type LiveNoun, type LiveState, liveWords } from '../live-state.ts';

/** Props: the live state, what runs when the content cannot be opened live but can be read, and what learns of unsaved changes. */
export interface WhenNotLiveProps {
  readonly live: LiveState | undefined;
  readonly noun: LiveNoun;
  readonly onUnavailable: (words: string) => void;
  /** Runs when this person has changes that are not saved, and when all are. */
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

/** Asks before a person leaves changes that are not saved, and reports a content that does not open live. */
export function WhenNotLive({ live, noun, onUnavailable, onUnsaved }: WhenNotLiveProps): ReactElement | null {
  // A content that this version of the console does not know is not shown at all.
  const words = live?.phase === 'ended' && !live.isSynced && live.reason !== 'old_editor' ? liveWords(live, noun) : undefined;
  useEffect(() => {
    if (words !== undefined) onUnavailable(words);
  }, [words, onUnavailable]);
  const isUnsaved = live?.isUnsaved === true;
  useEffect(() => {
    onUnsaved(isUnsaved);
    return () => onUnsaved(false);
  }, [isUnsaved, onUnsaved]);
  return useLeaveGuard(isUnsaved);
}
