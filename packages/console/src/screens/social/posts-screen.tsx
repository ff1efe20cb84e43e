import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { Button } from '../../parts/button.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { spacePath } from '../../routing/paths.ts';
import { flag, oneOf } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { NewPostDialog } from './new-post-dialog.tsx';
import { PostCalendar } from './post-calendar.tsx';
import { PostList } from './post-list.tsx';
import { accountsQuery } from './social.ts';
import './social.css';

const views = ['list', 'week', 'month'] as const;

const labels = { list: 'List', week: 'Week', month: 'Month' } as const;

const params = { view: oneOf(views), new: flag };

/** Renders the social posts as a list, or by week or month. */
export function PostsScreen(): ReactElement {
  const space = useSpace();
  const [{ view = 'list', new: isNew }, setParams] = useSearchParams(params);
  const { data: accounts } = useQuery(accountsQuery(space.id));
  const canWrite = space.scopes.includes('social:write');
  const write = canWrite && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      Write a post
    </Button>
  );
  return (
    <>
      <PageHead title="Social" about="Posts on social networks: drafts, scheduled and published ones.">
        <SameCall contract="social" name="list_posts" />
        {write}
      </PageHead>
      <PlaceTabs path="/social/posts" />
      {accounts?.data.length === 0 && (
        <p className="notice">
          No account is connected, so nothing can be published yet.{' '}
          <Link href={spacePath(space.id, '/social/accounts')}>Go to the accounts</Link>
        </p>
      )}
      <fieldset className="row">
        <legend className="hidden-text">How the posts are shown</legend>
        {views.map((one) => (
          <Button key={one} aria-pressed={view === one} onClick={() => setParams({ view: one === 'list' ? undefined : one })}>
            {labels[one]}
          </Button>
        ))}
      </fieldset>
      {view === 'list' ? <PostList /> : <PostCalendar span={view} />}
      {isNew && canWrite && <NewPostDialog onClose={() => setParams({ new: undefined }, { replace: true })} />}
    </>
  );
}
