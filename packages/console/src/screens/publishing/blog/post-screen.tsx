import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
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
import { PublicationBadges } from '../publication-badges.tsx';
import { PublishActions } from '../publish-actions.tsx';
import type { Post } from '../queries/blog.ts';
import { useEdits } from '../use-edits.ts';
import { PostEditor } from './post-editor.tsx';
import '../publishing.css';

/** Renders a post: its text next to its preview, and its publication. */
export const PostScreen = ({ id = '' }: PathArguments): ReactElement => (
  <LoadedThing<Post> contract="blog_posts" id={id} noun="Post" list={['/blog/posts', 'Blog']}>
    {(loaded) => <LoadedPost {...loaded} />}
  </LoadedThing>
);

function LoadedPost({ thing: post, error, onRetry }: LoadedProps<Post>): ReactElement {
  const space = useSpace();
  const [isDeleting, setDeleting] = useState(false);
  const { id, title } = post.value;
  const edits = useEdits(post, { contract: 'blog_posts', path: { id }, said: `“${title}” is saved.` });
  const guard = useLeaveGuard(edits.isDirty);
  return (
    <>
      <Crumbs path="/blog/posts" label="Blog" />
      <PageHead title={title} about={<PublicationBadges {...post.value} />}>
        <SameCall contract="blog_posts" name="get" args={{ id }} />
        <PublishActions contract="blog_posts" thing={post.value} isDirty={edits.isDirty} saveFirst={edits.save} />
      </PageHead>
      {error !== null && <ProblemNotice error={error} onRetry={onRetry} />}
      <PostEditor edits={edits} />
      <div className="row">
        <IdText id={id} />
        {space.scopes.includes('pages:write') && (
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {isDeleting && <DeletePostDialog post={post.value} onClose={() => setDeleting(false)} />}
      {guard}
    </>
  );
}

function DeletePostDialog({ post, onClose }: { readonly post: Post; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  async function remove(): Promise<void> {
    await spaceClient(space.id).blog_posts.delete({ id: post.id });
    navigate(spacePath(space.id, '/blog/posts'), { replace: true });
    queries.removeQueries({ queryKey: ['space', space.id, 'blog_posts', 'get', 'thing', { id: post.id }] });
    void Promise.all(['blog_posts', 'blog_collections'].map((name) => queries.invalidateQueries({ queryKey: ['space', space.id, name] })));
    sayDone(`“${post.title}” is deleted.`);
  }
  return (
    <ConfirmDialog title="Delete this post?" action="Delete the post" typed={post.title} onConfirm={remove} onClose={onClose}>
      <p>The post goes for good. An address where it was published answers “gone” from then on.</p>
    </ConfirmDialog>
  );
}
