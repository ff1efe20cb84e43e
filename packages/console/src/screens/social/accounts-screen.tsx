import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { flag } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { type Account, accountsQuery, socialQuery } from './social.ts';
import './social.css';

const params = { connect: flag };

/** Renders the connected accounts. Admins connect and disconnect them. */
export function AccountsScreen(): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [{ connect }, setParams] = useSearchParams(params);
  const [leaving, setLeaving] = useState<Account>();
  const { data, error, refetch } = useQuery(accountsQuery(space.id));
  const accounts = data?.data;
  const isAdmin = space.role === 'owner' || space.role === 'admin';
  const button = isAdmin && (
    <Button look="primary" onClick={() => setParams({ connect: true })}>
      Connect an account
    </Button>
  );
  async function disconnect({ id, handle }: Account): Promise<void> {
    await spaceClient(space.id).social_settings.disconnect_account({ id });
    await queries.invalidateQueries({ queryKey: socialQuery(space.id) });
    sayDone(`${handle} is disconnected.`);
  }
  return (
    <>
      <PageHead title="Accounts" about="Accounts of social networks on which this Space publishes.">
        <SameCall contract="social" name="list_accounts" />
        {accounts && accounts.length > 0 && button}
      </PageHead>
      <PlaceTabs path="/social/accounts" />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!accounts && !error && <Skeleton />}
      {accounts?.length === 0 && (
        <EmptyState
          sentence={
            isAdmin
              ? 'No account is connected yet. Posts are published on connected accounts.'
              : 'No account is connected yet. An admin of the Space connects one.'
          }
        >
          <div className="row">
            {button}
            <SameCall contract="social" name="list_accounts" />
          </div>
        </EmptyState>
      )}
      <ul className="social-records">
        {accounts?.map((account) => (
          <li key={account.id} className="card stack">
            <div className="row">
              <h2 className="social-text">{account.handle}</h2>
              <StateBadge state={account.status} />
            </div>
            {account.status === 'refused' && (
              <p className="social-over">Its network does not accept the token any more. Connect it again.</p>
            )}
            <p className="soft">
              {account.display_name} · {account.platform} · {account.max_characters} characters and {account.max_media} pictures a post
              {account.last_published_at && (
                <>
                  {' '}
                  · last post <TimeAgo at={account.last_published_at} />
                </>
              )}
            </p>
            {isAdmin && (
              <div>
                <Button small look="danger" aria-label={`Disconnect ${account.handle}`} onClick={() => setLeaving(account)}>
                  Disconnect
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {connect && isAdmin && <ConnectDialog onClose={() => setParams({ connect: undefined }, { replace: true })} />}
      {leaving && (
        <ConfirmDialog
          title={`Disconnect ${leaving.handle}?`}
          action="Disconnect the account"
          onConfirm={() => disconnect(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p>Its secret is deleted, and posts that are scheduled for it fail. Published posts stay on the network.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
