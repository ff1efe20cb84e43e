import { type ReactElement, useState } from 'react';
import { Button, buttonClass } from '../../parts/button.tsx';
import { sayFailed } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import type { Publishable } from './publication.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { usePublish } from './use-publish.ts';

/** Props of the publication of a page or post; `saveFirst` saves what is typed and returns false if that failed. */
export interface PublishActionsProps {
  readonly contract: 'pages' | 'blog_posts';
  readonly thing: Publishable;
  readonly isDirty: boolean;
  readonly saveFirst: () => Promise<boolean>;
}

/** Renders what a member who may run pages does with a publication: publish, take down, cancel a schedule. Others see the link only. */
export function PublishActions({ contract, thing, isDirty, saveFirst }: PublishActionsProps): ReactElement {
  const space = useSpace();
  const publish = usePublish(contract, thing);
  const [opened, setOpened] = useState<'publish' | 'unpublish'>();
  const isPublished = thing.status === 'published';
  const hasChanges = isDirty || thing.has_unpublished_changes === true;
  const open = async (dialog: typeof opened) => {
    if (await saveFirst()) setOpened(dialog);
  };
  const cancel = (name: 'publish_at' | 'unpublish_at') =>
    publish({ publish: name === 'publish_at', [name]: null }).catch((failure: unknown) => sayFailed(failure));
  return (
    <>
      {isPublished && thing.url && (
        <a className={buttonClass(undefined)} href={thing.url} target="_blank" rel="noreferrer">
          Open the public page
        </a>
      )}
      {space.scopes.includes('pages:run') && (
        <>
          {thing.publish_at && <Button onClick={() => void cancel('publish_at')}>Cancel the publication</Button>}
          {thing.unpublish_at && <Button onClick={() => void cancel('unpublish_at')}>Cancel the end</Button>}
          {isPublished && <Button onClick={() => void open('unpublish')}>Unpublish</Button>}
          {(contract === 'pages' || !isPublished) && (
            <Button look={hasChanges || !isPublished ? 'primary' : undefined} onClick={() => void open('publish')}>
              {publishLabel(isPublished, hasChanges)}
            </Button>
          )}
        </>
      )}
      {opened && (
        <PublishDialog
          thing={thing}
          publish={opened === 'publish'}
          hasSlug={contract === 'pages'}
          onPublish={publish}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function publishLabel(isPublished: boolean, hasChanges: boolean): string {
  if (!isPublished) return 'Publish';
  return hasChanges ? 'Publish the changes' : 'Publish again';
}
