import type { ReactElement } from 'react';
import { Button } from './button.tsx';

/** Props of the button below a list: what it shows next, whether that is being read, and the function that reads it. */
export interface MoreButtonProps {
  readonly label: string;
  readonly isReading: boolean;
  readonly onMore: () => Promise<unknown>;
}

/** Renders the button below a list that reads its next page. */
export const MoreButton = ({ label, isReading, onMore }: MoreButtonProps): ReactElement => (
  <div>
    <Button onClick={() => void onMore()} disabled={isReading}>
      {isReading ? 'Reading …' : label}
    </Button>
  </div>
);
