import type { ReactElement, ReactNode } from 'react';

/** Renders the content of a place that has nothing yet: one sentence, and the action that begins. */
export const EmptyState = ({ sentence, children }: { readonly sentence: string; readonly children?: ReactNode }): ReactElement => (
  <div className="empty">
    <p>{sentence}</p>
    {children}
  </div>
);
