import { type ReactElement, type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { linkState, type PublicLink } from './public-link.ts';

/** A further column of a list of links. */
export interface LinkColumn<Link> {
  readonly label: string;
  readonly of: (link: Link) => ReactNode;
}

/** Props of a list of links; without `onRevoke` it only shows them. */
export interface LinkTableProps<Link extends PublicLink> {
  readonly links: readonly Link[];
  readonly column?: LinkColumn<Link> | undefined;
  readonly onRevoke: ((link: Link) => Promise<unknown>) | undefined;
}

/** Renders public links with their state, their address to copy, and the end of each. */
export function LinkTable<Link extends PublicLink>({ links, column, onRevoke }: LinkTableProps<Link>): ReactElement {
  const [revoked, setRevoked] = useState<Link>();
  return (
    <>
      <div className="table-box cards">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Link</th>
              {column && <th scope="col">{column.label}</th>}
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
                {column && <td data-label={column.label}>{column.of(link)}</td>}
                <td data-label="State">
                  <LinkFacts link={link} />
                </td>
                <td data-label="Opened" className="number">
                  {link.opened_count.toLocaleString('en')}
                </td>
                <td className="end bare">
                  <div className="actions">
                    <CopyButton text={link.url} label={`Copy the address of ${link.name ?? 'the link'}`} />
                    {onRevoke && (
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
      {revoked && onRevoke && (
        <ConfirmDialog
          title="Revoke this link?"
          action="Revoke the link"
          onConfirm={() => onRevoke(revoked)}
          onClose={() => setRevoked(undefined)}
        >
          <p>Its address stops working immediately and never works again. You can create another link.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function LinkFacts({ link }: { readonly link: PublicLink }): ReactElement {
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
