import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../parts/button.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { PublishDialog } from '../../publishing/publish-dialog.tsx';
import { type Document, documentQuery } from '../library/document.ts';
import { publishDocument } from './publish-document.ts';

/** Props of the dialog: its document, whether this person has changes that are not saved, and the opening of its share links. */
export interface PublicationDialogProps {
  readonly id: string;
  readonly isUnsaved: boolean;
  readonly onShare: () => void;
  readonly onClose: () => void;
}

/** Renders the publication of a document as it is now: while people write, the versions that were read before are old. */
export function PublicationDialog({ id, ...props }: PublicationDialogProps): ReactElement {
  const space = useSpace();
  const [openedAt] = useState(() => Date.now());
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...documentQuery(space.id, id), refetchOnMount: 'always' });
  if (data && dataUpdatedAt >= openedAt) return <Publication document={data.value} {...props} />;
  return (
    <Dialog title="Publication" open onClose={props.onClose}>
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />}
    </Dialog>
  );
}

interface PublicationProps extends Omit<PublicationDialogProps, 'id'> {
  readonly document: Pick<Document, 'id' | 'title' | 'version' | 'published'>;
}

/** Renders the address of a document, the version that visitors see, and the ways to publish it or take it down. */
function Publication({ document, isUnsaved, onShare, onClose }: PublicationProps): ReactElement | null {
  const space = useSpace();
  const queries = useQueryClient();
  const { title, published } = document;
  const mayRun = space.scopes.includes('documents:run');
  const [opened, setOpened] = useState<'facts' | 'publish' | 'unpublish'>(published ? 'facts' : 'publish');
  // Someone else took it down, or changed what this person may do.
  const isOver = opened === 'facts' ? !published : !mayRun;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  if (isOver) return null;
  if (opened === 'facts' && published)
    return (
      <Dialog title="Publication" open onClose={onClose}>
        <div className="stack">
          <Facts document={document} />
          {mayRun ? (
            <div className="row end">
              <Button look="danger" onClick={() => setOpened('unpublish')}>
                Unpublish
              </Button>
              <Button look={published.version === document.version ? undefined : 'primary'} onClick={() => setOpened('publish')}>
                {published.version === document.version ? 'Publish again' : 'Publish the changes'}
              </Button>
            </div>
          ) : (
            <p className="soft">Publishing it and taking it down needs the right to run documents, which an admin of this Space gives.</p>
          )}
        </div>
      </Dialog>
    );
  return (
    <PublishDialog
      thing={{ title, published_slug: published?.slug ?? null }}
      publish={opened !== 'unpublish'}
      hasSlug
      hasSchedule={false}
      about={
        opened === 'publish' && (
          <BeforeVisitors onShare={onShare}>
            {isUnsaved
              ? 'Your last changes are not saved yet. Visitors see the text as it is saved when you publish it.'
              : `Visitors see version ${document.version}, as it is now.`}
          </BeforeVisitors>
        )
      }
      onPublish={({ publish, published_slug: slug }) =>
        publishDocument(queries, space.id, document, { publish, ...(slug !== undefined && { slug }) })
      }
      onClose={onClose}
    />
  );
}

/** Renders what visitors will see, and the way to show it to a few people first. */
const BeforeVisitors = ({ onShare, children }: { readonly onShare: () => void; readonly children: ReactNode }): ReactElement => (
  <div className="notice">
    <p>{children} Later changes are not shown before you publish it again.</p>
    <p className="soft">A share link shows the same page to a few people first.</p>
    <div>
      <Button small onClick={onShare}>
        Preview by a share link
      </Button>
    </div>
  </div>
);

function Facts({ document: { id, version, published } }: Pick<PublicationProps, 'document'>): ReactElement | null {
  const space = useSpace();
  if (!published) return null;
  const path = (of: number): string => spacePath(space.id, `/documents/${id}/versions/${of}`);
  return (
    <dl className="facts">
      <dt>Address</dt>
      <dd className="row">
        <a href={published.url} target="_blank" rel="noreferrer">
          {published.url}
        </a>
        <CopyButton text={published.url} label="Copy the public address" />
      </dd>
      <dt>Visitors see</dt>
      <dd>
        <Link href={path(published.version)}>Version {published.version}</Link>, published <TimeAgo at={published.published_at} />
      </dd>
      <dt>Present version</dt>
      <dd>
        {version === published.version ? (
          'The same'
        ) : (
          <>
            Version {version} · <Link href={path(published.version)}>See the changes since</Link>
          </>
        )}
      </dd>
    </dl>
  );
}
