import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { asApiError } from '../../api/api-error.ts';
import { spaceClient } from '../../api/space-client.ts';
import { type Thing, useThing } from '../../api/use-thing.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { differencesOf } from '../editing/differences.ts';
import { SaveBar } from '../editing/save-bar.tsx';
import { useEdit } from '../editing/use-edit.ts';
import { type Content, contentOf } from './content.ts';
import { ContentForm } from './content-form.tsx';
import { PostRecords } from './post-records.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { accountsQuery, isEditable, type Post, postName, socialQuery } from './social.ts';
import './social.css';

/** Renders a social post: its content, its publication and what the networks answered. */
export function PostScreen({ id = '' }: { readonly id?: string }): ReactElement {
  const space = useSpace();
  const { data: thing, error, refetch } = useThing<Post>(space.id, 'social', 'get_post', { id });
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/social/posts')}>Social</Link> /
        </span>
      </nav>
      {!thing && (error ? <PageHead title="Post" /> : <h1 className="hidden-text">Post</h1>)}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!thing && !error && <Skeleton />}
      {thing && <PostPage key={id} thing={thing} />}
    </>
  );
}

function PostPage({ thing }: { readonly thing: Thing<Post> }): ReactElement {
  const space = useSpace();
  const { data: accounts } = useQuery(accountsQuery(space.id));
  const post = thing.value;
  const edit = useEdit<Post, Content>({
    space_id: space.id,
    contract: 'social',
    operations: { read: 'get_post', change: 'update_draft' },
    path: { id: post.id },
    thing,
    draftOf: contentOf,
    changesOf: (draft, saved) => differencesOf(draft, contentOf(saved)),
    said: () => 'The draft is saved.',
  });
  const canEdit = isEditable(post) && space.scopes.includes('social:write');
  const error = edit.refusal?.error;
  return (
    <>
      <PageHead title={postName(post)}>
        <StateBadge state={post.status} />
        <SameCall contract="social" name="get_post" args={{ id: post.id }} />
        <PostActions thing={thing} isDirty={edit.isDirty} />
      </PageHead>
      {post.records.length > 0 && <PostRecords post={post} />}
      {canEdit ? (
        <>
          <ContentForm
            content={edit.draft}
            accounts={accounts?.data ?? []}
            errors={error === undefined ? [] : asApiError(error).errors}
            onChange={edit.change}
          />
          {error !== undefined && <ProblemNotice error={error} />}
          <SaveBar edit={edit} onSave={() => void edit.save()} />
        </>
      ) : (
        <PostContent post={post} />
      )}
    </>
  );
}

const PostContent = ({ post }: { readonly post: Post }): ReactElement => (
  <section className="card stack" aria-label="Content">
    {post.content_warning !== null && <p className="notice warn">{post.content_warning}</p>}
    <p className="social-text">{post.text}</p>
    {post.media.map(({ url, alt_text }) => (
      <p key={url}>
        Picture: <code className="social-text">{url}</code> {alt_text && `(${alt_text})`}
      </p>
    ))}
  </section>
);

function PostActions({ thing, isDirty }: { readonly thing: Thing<Post>; readonly isDirty: boolean }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<'publish' | 'delete'>();
  const [isBusy, setBusy] = useState(false);
  const { value: post, etag } = thing;
  const { social } = spaceClient(space.id);
  const canWrite = space.scopes.includes('social:write');
  const reread = () => queries.invalidateQueries({ queryKey: socialQuery(space.id) });

  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      await social.cancel({ id: post.id });
      await reread();
      sayDone('The post is not scheduled any more.');
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }

  async function remove(): Promise<void> {
    await social.delete_draft({ id: post.id }, etag === undefined ? {} : { if_match: etag });
    navigate(spacePath(space.id, '/social/posts'), { replace: true });
    await queries.invalidateQueries({ queryKey: [...socialQuery(space.id), 'list_posts'] });
    sayDone('The draft is deleted.');
  }

  const canPublish = (post.status === 'draft' || post.status === 'failed') && space.scopes.includes('social:run');
  return (
    <>
      {canPublish && (
        <Button
          look="primary"
          disabled={isDirty}
          title={isDirty ? 'Save your changes first' : undefined}
          onClick={() => setOpened('publish')}
        >
          {post.status === 'failed' ? 'Publish again …' : 'Publish …'}
        </Button>
      )}
      {post.status === 'scheduled' && canWrite && (
        <Button disabled={isBusy} onClick={() => void cancel()}>
          Cancel the schedule
        </Button>
      )}
      {isEditable(post) && canWrite && (
        <Button look="danger" onClick={() => setOpened('delete')}>
          Delete
        </Button>
      )}
      {opened === 'publish' && <PublishDialog post={post} onClose={() => setOpened(undefined)} />}
      {opened === 'delete' && (
        <ConfirmDialog title="Delete this draft?" action="Delete the draft" onConfirm={remove} onClose={() => setOpened(undefined)}>
          <p>There is no way back.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
