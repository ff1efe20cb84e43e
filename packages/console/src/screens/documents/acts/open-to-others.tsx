import { Globe, Share2 } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { CommentsButton } from '../../comments/threads/comments-button.tsx';
import { commentsOfDocument } from '../comments/document-comment.ts';
import type { Document } from '../library/document.ts';

const ShareDialog = lazy(() => import('../share/share-dialog.tsx').then(({ ShareDialog: part }) => ({ default: part })));
const PublicationDialog = lazy(() =>
  import('../publication/publication-dialog.tsx').then(({ PublicationDialog: part }) => ({ default: part })),
);

/** Props of the buttons: their document, whether its comments are open, and whether this person has changes that are not saved. */
export interface OpenToOthersProps {
  readonly document: Pick<Document, 'id' | 'published' | 'trashed_at'>;
  readonly isCommenting: boolean;
  readonly isUnsaved: boolean;
  readonly onComments: () => void;
}

/** Renders the buttons of what a document has for others: comments, share links and its publication. */
export function OpenToOthers({ document, isCommenting, isUnsaved, onComments }: OpenToOthersProps): ReactElement {
  const { id, published, trashed_at } = document;
  const space = useSpace();
  const [opened, setOpened] = useState<'share' | 'publication'>();
  const close = () => setOpened(undefined);
  const isHere = trashed_at === null;
  return (
    <>
      <CommentsButton of={commentsOfDocument(id)} isOpen={isCommenting} onPress={onComments} />
      {isHere && (
        <Button onClick={() => setOpened('share')}>
          <Share2 size={16} aria-hidden="true" />
          Share
        </Button>
      )}
      {isHere && (published || space.scopes.includes('documents:run')) && (
        <Button onClick={() => setOpened('publication')}>
          <Globe size={16} aria-hidden="true" />
          {published ? 'Publication' : 'Publish'}
        </Button>
      )}
      {opened && (
        <Suspense>
          {opened === 'share' ? (
            <ShareDialog id={id} onClose={close} />
          ) : (
            <PublicationDialog id={id} isUnsaved={isUnsaved} onShare={() => setOpened('share')} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
