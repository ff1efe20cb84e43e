import { spaceClient } from '../../../api/space-client.ts';
import { commentsKey } from '../library/document.ts';

/** The id of the button that opens the comments, which gets the focus when they close. */
export const COMMENTS_BUTTON_ID = 'comments-button';

/** Returns the query of the number of open threads on a document. */
export const openThreadsQuery = (space_id: string, id: string) => ({
  queryKey: [...commentsKey(space_id, id), 'open'] as const,
  async queryFn({ signal }: { readonly signal: AbortSignal }): Promise<number> {
    const asked = { id, resolved: false, parent_id: 'none', limit: 1, include_total: true };
    return (await spaceClient(space_id).document_comments.list(asked, { signal })).total ?? 0;
  },
});
