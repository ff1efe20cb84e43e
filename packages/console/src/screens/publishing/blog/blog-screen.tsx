import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { Button, buttonClass } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { IdText } from '../../../parts/id-text.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import type { PathArguments } from '../../../routing/designed-screens.ts';
import { spacePath } from '../../../routing/paths.ts';
import { useLeaveGuard } from '../../../shell/leave-guard.tsx';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { Crumbs } from '../crumbs.tsx';
import { type LoadedProps, LoadedThing } from '../loaded-thing.tsx';
import type { Blog } from '../queries/blog.ts';
import { useEdits } from '../use-edits.ts';
import { BlogForm } from './blog-form.tsx';
import '../publishing.css';

/** Renders a blog: its addresses, its settings and the layout of its posts. */
export const BlogScreen = ({ id = '' }: PathArguments): ReactElement => (
  <LoadedThing<Blog> contract="blog_collections" id={id} noun="Blog" list={['/blog/collections', 'Collections']}>
    {(loaded) => <LoadedBlog {...loaded} />}
  </LoadedThing>
);

function LoadedBlog({ thing: blog, error, onRetry }: LoadedProps<Blog>): ReactElement {
  const space = useSpace();
  const [isDeleting, setDeleting] = useState(false);
  const { id, title, url, feeds, post_count } = blog.value;
  const edits = useEdits(blog, { contract: 'blog_collections', path: { id }, said: `“${title}” is saved.` });
  const guard = useLeaveGuard(edits.isDirty);
  return (
    <>
      <Crumbs path="/blog/collections" label="Collections" />
      <PageHead title={title} about={<span className="mono">{url}</span>}>
        <SameCall contract="blog_collections" name="get" args={{ id }} />
        <a className={buttonClass(undefined)} href={url} target="_blank" rel="noreferrer">
          Open the blog
        </a>
        <Link className={buttonClass('primary')} href={spacePath(space.id, `/blog/posts?blog=${id}`)}>
          {post_count === 1 ? '1 post' : `${post_count} posts`}
        </Link>
      </PageHead>
      {error !== null && <ProblemNotice error={error} onRetry={onRetry} />}
      <dl className="card facts">
        {Object.entries({ RSS: feeds.rss, Atom: feeds.atom, 'JSON Feed': feeds.json }).map(([name, address]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <a className="mono" href={address} target="_blank" rel="noreferrer">
                {address}
              </a>
            </dd>
          </Fragment>
        ))}
      </dl>
      <BlogForm edits={edits} />
      <div className="row">
        <IdText id={id} />
        {space.scopes.includes('pages:write') && (
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {isDeleting && <DeleteBlogDialog blog={blog.value} onClose={() => setDeleting(false)} />}
      {guard}
    </>
  );
}

function DeleteBlogDialog({ blog, onClose }: { readonly blog: Blog; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const count = blog.post_count;
  async function remove(): Promise<void> {
    await spaceClient(space.id).blog_collections.delete({ id: blog.id, with_posts: count > 0 });
    navigate(spacePath(space.id, '/blog/collections'), { replace: true });
    queries.removeQueries({ queryKey: ['space', space.id, 'blog_collections', 'get', 'thing', { id: blog.id }] });
    void Promise.all(['blog_posts', 'blog_collections'].map((name) => queries.invalidateQueries({ queryKey: ['space', space.id, name] })));
    sayDone(`“${blog.title}” is deleted.`);
  }
  return (
    <ConfirmDialog title="Delete this blog?" action="Delete the blog" typed={blog.title} onConfirm={remove} onClose={onClose}>
      <p>
        {count === 0 ? 'The blog has no posts.' : `${count === 1 ? 'Its post is' : `Its ${count} posts are`} deleted with it, drafts too.`}{' '}
        What was published answers “gone” from then on. There is no way back.
      </p>
    </ConfirmDialog>
  );
}
