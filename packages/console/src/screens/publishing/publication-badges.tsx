import type { ReactElement } from 'react';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import type { Publishable } from './publication.ts';

/** The facts of a publication that badges show. */
type ShownPublication = Pick<Publishable, 'status' | 'has_unpublished_changes'> & Partial<Pick<Publishable, 'publish_at' | 'unpublish_at'>>;

/** Renders the publication of a thing: its state, changes that visitors do not see, and its schedule. */
export const PublicationBadges = ({ status, publish_at, unpublish_at, has_unpublished_changes }: ShownPublication): ReactElement => (
  <span className="row">
    <StateBadge state={status} />
    {status === 'published' && has_unpublished_changes && (
      <span className="badge warn">
        <span aria-hidden="true">●</span>unpublished changes
      </span>
    )}
    {publish_at && (
      <span className="badge">
        <span aria-hidden="true">◷</span>
        <span>
          publication <TimeAgo at={publish_at} />
        </span>
      </span>
    )}
    {unpublish_at && (
      <span className="badge">
        <span aria-hidden="true">◷</span>
        <span>
          end <TimeAgo at={unpublish_at} />
        </span>
      </span>
    )}
  </span>
);
