import { type SpaceClient, spaceClient } from '../../api/space-client.ts';

/** A social post as the API answers it. */
export type Post = Awaited<ReturnType<SpaceClient['social']['get_post']>>;

/** A connected account. */
export type Account = Awaited<ReturnType<SpaceClient['social']['list_accounts']>>['data'][number];

/** A planner: times of the week for one post each. */
export type Planner = Awaited<ReturnType<SpaceClient['social']['get_planner']>>;

/** Returns the key of the reads of social posts, accounts and planners in the cache. */
export const socialQuery = (space_id: string) => ['space', space_id, 'social'] as const;

/** Returns the query of the accounts; a Space has a few dozen at most. */
export const accountsQuery = (space_id: string) => ({
  queryKey: [...socialQuery(space_id), 'list_accounts'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).social.list_accounts({ limit: 100 }, { signal }),
});

/** Returns the query of the planners; a Space has a hundred at most. */
export const plannersQuery = (space_id: string) => ({
  queryKey: [...socialQuery(space_id), 'list_planners'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).social.list_planners({ limit: 100 }, { signal }),
});

/** Characters of a text that names a post. */
const MAX_NAME = 60;

/** Returns the first words of a post, which name it. */
export function postName({ text, media }: Pick<Post, 'text' | 'media'>): string {
  const line = text.trim().split('\n')[0] ?? '';
  if (line === '') return media.length > 0 ? 'Pictures' : 'Empty post';
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME)}…` : line;
}

/** Returns true for a post whose content can change: a draft, or one that failed on all of its accounts. */
export const isEditable = ({ status, records }: Pick<Post, 'status' | 'records'>): boolean =>
  status === 'draft' || (status === 'failed' && records.every((record) => record.status === 'failed'));
