import type { ReactElement } from 'react';

/** Renders the place of content that is being read; it appears after 150 ms. */
export const Skeleton = (): ReactElement => (
  <div className="skeleton">
    <p className="hidden-text" role="status">
      Loading
    </p>
    <span />
    <span />
    <span />
  </div>
);
