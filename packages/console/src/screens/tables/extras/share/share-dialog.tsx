import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../../api/space-client.ts';
import { Button } from '../../../../parts/button.tsx';
import { ConfirmDialog } from '../../../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../../../parts/copy-button.tsx';
import { Dialog } from '../../../../parts/dialog.tsx';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { SameCall } from '../../../../parts/same-call.tsx';
import { Skeleton } from '../../../../parts/skeleton.tsx';
import { StateBadge } from '../../../../parts/state-badge.tsx';
import { TimeAgo } from '../../../../parts/time-ago.tsx';
import { sayDone } from '../../../../parts/toast.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import type { Table, View } from '../../table/table.ts';
import { ShareForm } from './share-form.tsx';
import { linkState, type ShareLink, shareLinksQuery } from './share-links.ts';

/** Props of the dialog. */
export interface ShareDialogProps {
  readonly table: Table;
  readonly view: View;
  readonly onClose: () => void;
}

/** Renders the share links of a table, the form of a new one, and the end of each. */
export function ShareDialog({ table, view, onClose }: ShareDialogProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery(shareLinksQuery(space.id, table.id));
  const [isNew, setNew] = useState(false);
  const canWrite = space.scopes.includes('tables:write');
  return (
    <Dialog title="Share links" open look="wide" onClose={onClose}>
      <div className="stack">
        <p className="soft">
          A link shows one view to everyone who has it: its columns and rows, and nothing else. They need no account and can change nothing.
        </p>
        {isNew && <ShareForm table={table} view={view} onClose={() => setNew(false)} />}
        {!isNew && canWrite && (
          <div className="row">
            <Button look="primary" onClick={() => setNew(true)}>
              Create a link
            </Button>
            <SameCall contract="share_links" name="create" args={{ table_id: table.id, view_id: view.id }} />
          </div>
        )}
        {error && <ProblemNotice error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton />}
        {data?.length === 0 && !isNew && <EmptyState sentence="No link yet. Only members of this Space and its keys see this table." />}
        {data && data.length > 0 && <LinkTable table={table} links={data} canWrite={canWrite} />}
      </div>
    </Dialog>
  );
}

interface LinkTableProps {
  readonly table: Table;
  readonly links: readonly ShareLink[];
  readonly canWrite: boolean;
}

function LinkTable({ table, links, canWrite }: LinkTableProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [revoked, setRevoked] = useState<ShareLink>();

  async function revoke({ id: link_id, name }: ShareLink): Promise<void> {
    await spaceClient(space.id).share_links.delete({ table_id: table.id, link_id });
    await queries.invalidateQueries({ queryKey: ['space', space.id, 'share_links'] });
    sayDone(`The link ${name ? `“${name}” ` : ''}is revoked.`);
  }

  return (
    <>
      <div className="table-box cards">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Link</th>
              <th scope="col">View</th>
              <th scope="col">State</th>
              <th scope="col">Opened</th>
              <th scope="col">
                <span className="hidden-text">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {links.map((link) => (
              <tr key={link.id}>
                <td className="first">
                  <a href={link.url} target="_blank" rel="noreferrer" className="cut">
                    {link.name ?? 'Without a name'}
                  </a>
                </td>
                <td data-label="View">{table.views.find(({ id }) => id === link.view_id)?.name ?? '–'}</td>
                <td data-label="State">
                  <LinkFacts link={link} />
                </td>
                <td data-label="Opened" className="number">
                  {link.opened_count.toLocaleString('en')}
                </td>
                <td className="end bare">
                  <div className="actions">
                    <CopyButton text={link.url} label={`Copy the address of ${link.name ?? 'the link'}`} />
                    {canWrite && (
                      <Button small look="danger" onClick={() => setRevoked(link)}>
                        Revoke<span className="hidden-text"> {link.name}</span>
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {revoked && (
        <ConfirmDialog
          title="Revoke this link?"
          action="Revoke the link"
          onConfirm={() => revoke(revoked)}
          onClose={() => setRevoked(undefined)}
        >
          <p>Its address stops working immediately and never works again. You can create another link.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function LinkFacts({ link }: { readonly link: ShareLink }): ReactElement {
  return (
    <span className="row">
      <StateBadge state={linkState(link, Date.now())} />
      {link.has_password && <span className="badge">password</span>}
      {link.expires_at && (
        <span className="soft">
          ends <TimeAgo at={link.expires_at} />
        </span>
      )}
    </span>
  );
}
