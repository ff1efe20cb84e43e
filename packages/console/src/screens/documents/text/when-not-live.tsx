import { type ReactElement, useEffect } from 'react';
import { type LiveState, liveWords } from '../../../editor/live/live-state.ts';
import { useLeaveGuard } from '../../../shell/leave-guard.tsx';

/** Props: the live state, and what runs when the document cannot be opened live but can be read. */
export interface WhenNotLiveProps {
  readonly live: LiveState | undefined;
  readonly onUnavailable: (words: string) => void;
}

/** Asks before a person leaves changes that are not saved, and reports a document that does not open live. */
export function WhenNotLive({ live, onUnavailable }: WhenNotLiveProps): ReactElement | null {
  // A document that this version of the console does not know is not shown at all.
  const words = live?.phase === 'ended' && !live.isSynced && live.reason !== 'old_editor' ? liveWords(live) : undefined;
  useEffect(() => {
    if (words !== undefined) onUnavailable(words);
  }, [words, onUnavailable]);
  return useLeaveGuard(live?.isUnsaved === true);
}
