import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';

/** Props of the notice: why a content cannot be changed here, and what tries again to open it live. */
export interface StoredNoticeProps {
  readonly why: string | undefined;
  readonly onRetry: (() => void) | undefined;
}

/** Renders why a content is shown as it is stored. It is there without words, too, so that a screen reader says them when they come. */
export const StoredNotice = ({ why, onRetry }: StoredNoticeProps): ReactElement => (
  <div role="status" className={why === undefined ? 'hidden-text' : 'notice warn'}>
    <p>{why}</p>
    {onRetry && (
      <div>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    )}
  </div>
);
