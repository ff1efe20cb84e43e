import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall, type SameCallProps } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { LinkForm, type LinkFormProps } from './link-form.tsx';
import { type LinkColumn, LinkTable } from './link-table.tsx';
import type { PublicLink } from './public-link.ts';

/** The query of all links of a thing. */
interface LinksQuery<Link> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<readonly Link[]>;
}

/** Props of the dialog: sentences about its links, their query, and the calls that create and revoke one. */
export interface LinksDialogProps<Link extends PublicLink> {
  readonly about: string;
  readonly empty: string;
  readonly query: LinksQuery<Link>;
  /** False to show the links only. */
  readonly canWrite: boolean;
  readonly sameCall: SameCallProps;
  readonly fields?: LinkFormProps['fields'];
  readonly column?: LinkColumn<Link>;
  readonly onCreate: LinkFormProps['onCreate'];
  readonly onRevoke: (link: Link) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Renders the public links of a thing, the form of a new one, and the end of each. */
export function LinksDialog<Link extends PublicLink>(props: LinksDialogProps<Link>): ReactElement {
  const { about, empty, query, canWrite, sameCall, fields, column, onCreate, onRevoke, onClose } = props;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(query);
  const [isNew, setNew] = useState(false);
  const reread = () => queries.invalidateQueries({ queryKey: query.queryKey });
  async function revoke(link: Link): Promise<void> {
    await onRevoke(link);
    await reread();
    sayDone(`The link ${link.name ? `“${link.name}” ` : ''}is revoked.`);
  }
  return (
    <Dialog title="Share links" open look="wide" onClose={onClose}>
      <div className="stack">
        <p className="soft">{about}</p>
        {isNew && (
          <LinkForm
            fields={fields}
            onCreate={async (link, key) => {
              const created = await onCreate(link, key);
              await reread();
              return created;
            }}
            onClose={() => setNew(false)}
          />
        )}
        {!isNew && canWrite && (
          <div className="row">
            <Button look="primary" onClick={() => setNew(true)}>
              Create a link
            </Button>
            <SameCall {...sameCall} />
          </div>
        )}
        {error && <ProblemNotice error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton />}
        {data?.length === 0 && !isNew && <EmptyState sentence={empty} />}
        {data && data.length > 0 && <LinkTable links={data} column={column} onRevoke={canWrite ? revoke : undefined} />}
      </div>
    </Dialog>
  );
}
