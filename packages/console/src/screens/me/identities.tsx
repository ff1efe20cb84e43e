import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type Identity, identitiesQuery, removeIdentity } from '../../api/identities.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';

/** Returns the name of an account for people: its address, or its id at the provider. */
const accountName = ({ email, subject }: Identity): string => email ?? subject;

/** Returns true for two forms of one address, such as with and without a slash at its end. */
const isSameUrl = (one: string, other: string): boolean => URL.parse(one)?.href === URL.parse(other)?.href;

/** Renders the accounts of the person at the identity provider, and the link to its page for another one. An installation without one has no such part. */
export function Identities(): ReactElement | null {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(identitiesQuery);
  const [removing, setRemoving] = useState<Identity>();
  if (error) return <ProblemNotice error={error} onRetry={refetch} />;
  if (!data || (data.provider === null && data.data.length === 0)) return null;
  const { provider } = data;
  return (
    <section className="card stack" aria-labelledby="identities">
      <h2 id="identities">Accounts</h2>
      <p className="soft">
        {provider
          ? `An account at ${provider.name} signs you in here. You choose it there.`
          : 'This installation has no identity provider any more, so these accounts sign no one in.'}
      </p>
      {data.data.length === 0 && <p>No account is linked.</p>}
      {data.data.length > 0 && (
        <ul className="stack">
          {data.data.map((identity) => (
            <li key={identity.id} className="page-head">
              <div>
                <p>{accountName(identity)}</p>
                <p className="soft">
                  {provider && isSameUrl(identity.issuer, provider.issuer) ? provider.name : identity.issuer}, linked{' '}
                  <TimeAgo at={identity.created_at} />, last used {identity.last_used_at ? <TimeAgo at={identity.last_used_at} /> : 'never'}
                </p>
              </div>
              <Button small look="danger" onClick={() => setRemoving(identity)}>
                Unlink<span className="hidden-text"> {accountName(identity)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {provider && (
        <div>
          <a className={buttonClass(undefined)} href={`${provider.link_path}?next=${encodeURIComponent('/me/security')}`}>
            {data.data.length === 0 ? 'Link an account' : 'Link another account'}
          </a>
        </div>
      )}
      {removing && (
        <ConfirmDialog
          title="Unlink this account?"
          action="Unlink the account"
          onConfirm={async () => {
            await withConfirmation(() => removeIdentity(removing.id));
            await queries.invalidateQueries({ queryKey: identitiesQuery.queryKey });
            sayDone(`“${accountName(removing)}” is unlinked.`, 'It signs you in no more. You can link it again.');
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>“{accountName(removing)}” signs no one in here from then on. The account at the provider stays.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
