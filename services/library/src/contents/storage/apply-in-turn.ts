import type { ContentTurns } from '../kinds/content-turns.ts';
import { ContentMovedError } from './append-update.ts';

/** Times that a change is applied to the content as it is then. The last time it may follow changes of others, so that it never waits for them. */
const ATTEMPTS = 5;

/**
 * Applies a change of a call to a content. Calls of this process that change it wait for their turn; a change of others meanwhile makes it apply
 * the change again. `replay` returns the stored answer of a call that is repeated.
 */
export const applyInTurn = <A>(
  turns: ContentTurns,
  id: string,
  replay: () => Promise<A | undefined>,
  attempt: (mayFollowOthers: boolean) => Promise<A>,
): Promise<A> =>
  turns(id, async function applyAgain() {
    const stored = await replay();
    if (stored !== undefined) return stored;
    for (let left = ATTEMPTS - 1; left > 0; left -= 1)
      try {
        return await attempt(false);
      } catch (error) {
        if (!(error instanceof ContentMovedError)) throw error;
      }
    return attempt(true);
  });
