import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../parts/button.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { PublishDialog } from '../../publishing/publish-dialog.tsx';
import type { Document } from '../library/document.ts';
import { publishDocument } from './publish-document.ts';

/** Props of the dialog: its document, and the opening of its share links. */
export interface PublicationDialogProps {
  readonly document: Pick<Document, 'id' | 'title' | 'version' | 'published'>;
  readonly onShare: () => void;
  readonly onClose: () => void;
}

/** Renders the publication of a document: its address, the version that visitors see, and the ways to publish it or take it down. */
export function PublicationDialog({ document, onShare, onClose }: PublicationDialogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const { title, published } = document;
  const [opened, setOpened] = useState<'facts' | 'publish' | 'unpublish'>(published ? 'facts' : 'publish');
  if (opened === 'facts' && published)
    return (
      <Dialog title="Publication" open onClose={onClose}>
        <div className="stack">
          <Facts document={document} />
          {space.scopes.includes('documents:run') ? (
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
        opened === 'publish' && <BeforeVisitors onShare={onShare}>Visitors see version {document.version}, as it is now.</BeforeVisitors>
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

function Facts({ document: { id, version, published } }: Pick<PublicationDialogProps, 'document'>): ReactElement | null {
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
