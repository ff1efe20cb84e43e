import type { ThreadComment } from './comments-of.ts';

/** A thread of comments: its first one, and the replies that were read. */
export interface Thread<Comment extends ThreadComment> {
  readonly first: Comment;
  readonly replies: readonly Comment[];
  /** The number of replies that were not read yet. */
  readonly unread: number;
}

/** Returns the threads of comments that are in the order of their creation. A reply without its first comment is left out. */
export function threadsOf<Comment extends ThreadComment>(comments: readonly Comment[]): Thread<Comment>[] {
  const repliesOf = Map.groupBy(comments, ({ parent_id }) => parent_id);
  return (repliesOf.get(null) ?? []).map((first) => {
    const replies = repliesOf.get(first.id) ?? [];
    return { first, replies, unread: Math.max(0, first.replies_count - replies.length) };
  });
}

/** Returns true for the comment that begins a thread. */
export const isFirst = ({ parent_id }: Pick<ThreadComment, 'parent_id'>): boolean => parent_id === null;

/** Characters of a comment in the names of its buttons. */
const NAME_CHARACTERS = 40;

/** Returns the first words of a comment, for the names of its buttons. */
export function beginningOf(body: string): string {
  const words = body.replace(/\s+/g, ' ').trim();
  return words.length <= NAME_CHARACTERS
    ? words
    : `${words
        .slice(0, NAME_CHARACTERS)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()} …`;
}
