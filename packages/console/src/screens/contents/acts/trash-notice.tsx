import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import type { ContentKind } from '../kinds/content-kind.ts';
import type { ActedContent, ContentActs } from './use-content-acts.tsx';

/** Props of the notice: the content in the trash, what can be done with it, and whether this person may. */
export interface TrashNoticeProps {
  readonly kind: ContentKind;
  readonly content: ActedContent;
  readonly acts: ContentActs;
  readonly mayWrite: boolean;
}

/** Renders the sentence that a content is in the trash, and the ways out of it. */
export const TrashNotice = ({ kind, content, acts, mayWrite }: TrashNoticeProps): ReactElement => (
  <div className="notice warn" role="status">
    <p className="title">This {kind.noun} is in the trash.</p>
    {mayWrite && (
      <div className="row">
        <Button onClick={() => void acts.restore(content)}>Restore</Button>
        <Button look="danger" onClick={() => acts.removeForGood(content)}>
          Delete for good
        </Button>
      </div>
    )}
  </div>
);
