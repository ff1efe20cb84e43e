import { spaceClient } from '../../../api/space-client.ts';
import { type CommentsOf, commentsKey } from './comments-of.ts';

/** The id of the button that opens the comments, which gets the focus when they close. */
export const COMMENTS_BUTTON_ID = 'comments-button';

/** Returns the query of the number of open threads on a content. */
export const openThreadsQuery = (space_id: string, of: CommentsOf) => ({
  queryKey: [...commentsKey(space_id, of), 'open'] as const,
  async queryFn({ signal }: { readonly signal: AbortSignal }): Promise<number> {
    const asked = { id: of.id, resolved: false, parent_id: 'none', limit: 1, include_total: true };
    return (await spaceClient(space_id)[of.contract].list(asked, { signal })).total ?? 0;
  },
});
