import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { flag } from '../../../routing/search-params.ts';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { PlaceTabs } from '../../lists/place-tabs.tsx';
import { CreateDialog } from '../create-dialog.tsx';
import { type Blog, blogsQuery } from '../queries/blog.ts';

const params = { new: flag };

/** Renders the blogs of a Space, and a form for a new one. */
export function BlogsScreen(): ReactElement {
  const space = useSpace();
  const [{ new: isNew }, setParams] = useSearchParams(params);
  const { data: blogs, error, refetch } = useQuery(blogsQuery(space.id));
  const create = space.scopes.includes('pages:write') && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      <Plus size={16} aria-hidden="true" />
      Create a blog
    </Button>
  );
  return (
    <>
      <PageHead title="Collections" about="A collection is a blog: a list of posts with an address, feeds and a layout of its own.">
        <SameCall contract="blog_collections" name="list" />
        {create}
      </PageHead>
      <PlaceTabs path="/blog/collections" />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!blogs && !error && <Skeleton />}
      {blogs?.length === 0 && <EmptyState sentence="No blog yet. A blog lists posts at one address, with feeds.">{create}</EmptyState>}
      {blogs && blogs.length > 0 && <BlogTable blogs={blogs} />}
      {isNew && <CreateBlogDialog onClose={() => setParams({ new: undefined }, { replace: true })} />}
    </>
  );
}

function BlogTable({ blogs }: { readonly blogs: readonly Blog[] }): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Address</th>
            <th scope="col" className="end">
              Posts
            </th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {blogs.map(({ id, title, url, post_count, created_at }) => (
            <tr key={id}>
              <td className="first">
                <Link href={spacePath(space.id, `/blog/collections/${id}`)} className="cut">
                  {title}
                </Link>
              </td>
              <td data-label="Address">
                <span className="cut mono">{new URL(url).pathname}</span>
              </td>
              <td data-label="Posts" className="end number">
                {post_count}
              </td>
              <td data-label="Created">
                <TimeAgo at={created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CreateBlogDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [slug, setSlug] = useState('');
  return (
    <CreateDialog
      noun="a blog"
      contract="blog_collections"
      path="/blog/collections"
      args={slug.trim() === '' ? {} : { base_slug: slug.trim() }}
      onClose={onClose}
    >
      <TextField
        label="First part of its address"
        placeholder="Made from the title"
        maxLength={80}
        pattern="[a-z0-9]+(-[a-z0-9]+)*"
        help="Small letters, digits and hyphens. It never changes."
        value={slug}
        onChange={(event) => setSlug(event.target.value)}
      />
    </CreateDialog>
  );
}
