import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { Button, buttonClass } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { flag, oneOf, text } from '../../../routing/search-params.ts';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { PlaceTabs } from '../../lists/place-tabs.tsx';
import { CreateDialog } from '../create-dialog.tsx';
import { type Blog, blogsQuery } from '../queries/blog.ts';
import { PostTable } from './post-table.tsx';
import '../publishing.css';

const params = { blog: text, status: oneOf(['draft', 'published']), tag: text, new: flag };

/** Renders the posts of all blogs with a filter by blog, state and tag, and a form for a new one. */
export function PostsScreen(): ReactElement {
  const space = useSpace();
  const [{ blog, status, tag, new: isNew }, setParams] = useSearchParams(params);
  const filter = { ...(blog && { collection_id: blog }), ...(status && { status }), ...(tag && { tags: [tag] }) };
  const { data: blogs, refetch: rereadBlogs } = useQuery(blogsQuery(space.id));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['space', space.id, 'blog_posts', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).blog_posts.list({ ...filter, limit: 50, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const posts = data?.pages.flatMap((one) => one.data);
  const isFiltered = Object.keys(filter).length > 0;
  const mayWrite = space.scopes.includes('pages:write');
  const create = mayWrite && <CreateButton hasBlog={blogs?.length !== 0} onCreate={() => setParams({ new: true })} />;
  return (
    <>
      <PageHead title="Blog" about="A post is a draft until it is published. Then it stands in its blog and in the feeds of the blog.">
        <SameCall contract="blog_posts" name="list" args={filter} />
        {create}
      </PageHead>
      <PlaceTabs path="/blog/posts" />
      {(isFiltered || (posts?.length ?? 0) > 0) && (
        <div className="filters">
          <SelectField
            label="Blog"
            value={blog ?? ''}
            choices={[['', 'Any blog'], ...(blogs ?? []).map(({ id, title }) => [id, title] as const)]}
            onChoose={(chosen) => setParams({ blog: chosen || undefined }, { replace: true })}
          />
          <SelectField
            label="State"
            value={status ?? ''}
            choices={[
              ['', 'Any state'],
              ['draft', 'Draft'],
              ['published', 'Published'],
            ]}
            onChoose={(chosen) => setParams({ status: chosen === '' ? undefined : chosen }, { replace: true })}
          />
        </div>
      )}
      {tag && (
        <p className="row">
          Posts with the tag “{tag}”.
          <Button small onClick={() => setParams({ tag: undefined }, { replace: true })}>
            Show all tags
          </Button>
        </p>
      )}
      {error && <ProblemNotice error={error} onRetry={() => void Promise.all([refetch(), rereadBlogs()])} />}
      {!posts && !error && <Skeleton />}
      {posts?.length === 0 && (
        <EmptyState sentence={isFiltered ? 'No post matches this filter.' : 'No post yet. Posts stand in a blog, newest first.'}>
          {!isFiltered && create}
        </EmptyState>
      )}
      {posts && posts.length > 0 && (
        <PostTable
          posts={posts}
          blogTitle={(id) => blogs?.find((one) => one.id === id)?.title ?? id}
          onTag={(one) => setParams({ tag: one })}
        />
      )}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
      {isNew && blogs && blogs.length > 0 && (
        <CreatePostDialog blogs={blogs} first={blog} onClose={() => setParams({ new: undefined }, { replace: true })} />
      )}
    </>
  );
}

/** Renders the button of a new post; without a blog the way to a first one, which a post needs. */
function CreateButton({ hasBlog, onCreate }: { readonly hasBlog: boolean; readonly onCreate: () => void }): ReactElement {
  const space = useSpace();
  return hasBlog ? (
    <Button look="primary" onClick={onCreate}>
      <Plus size={16} aria-hidden="true" />
      Write a post
    </Button>
  ) : (
    <Link className={buttonClass('primary')} href={spacePath(space.id, '/blog/collections?new=1')}>
      Create a blog
    </Link>
  );
}

interface CreatePostDialogProps {
  readonly blogs: readonly Blog[];
  readonly first: string | undefined;
  readonly onClose: () => void;
}

function CreatePostDialog({ blogs, first, onClose }: CreatePostDialogProps): ReactElement {
  const [collection_id, setBlog] = useState(first ?? blogs[0]!.id);
  return (
    <CreateDialog noun="a post" contract="blog_posts" path="/blog/posts" args={{ collection_id, body_html: '<p></p>\n' }} onClose={onClose}>
      <SelectField label="Blog" value={collection_id} choices={blogs.map(({ id, title }) => [id, title] as const)} onChoose={setBlog} />
    </CreateDialog>
  );
}
