import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../parts/button.tsx';
import { useSpace } from '../../../shell/session.tsx';
import type { CommentsOf } from './comments-of.ts';
import { COMMENTS_BUTTON_ID, openThreadsQuery } from './open-threads.ts';

/** Props of the button: the content, and whether its comments are open. */
export interface CommentsButtonProps {
  readonly of: CommentsOf;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

/** Renders the button that opens the comments on a content, with the number of open threads. */
export function CommentsButton({ of, isOpen, onPress }: CommentsButtonProps): ReactElement {
  const space = useSpace();
  const { data: threads = 0 } = useQuery(openThreadsQuery(space.id, of));
  return (
    <Button id={COMMENTS_BUTTON_ID} aria-pressed={isOpen} onClick={onPress}>
      <MessageSquare size={16} aria-hidden="true" />
      Comments
      {threads > 0 && (
        <span className="badge">
          {threads}
          <span className="hidden-text"> open</span>
        </span>
      )}
    </Button>
  );
}
