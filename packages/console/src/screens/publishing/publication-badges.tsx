import type { ReactElement } from 'react';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import type { Publishable } from './publication.ts';

/** Renders the publication of a page or post: its state, changes that visitors do not see, and its schedule. */
export const PublicationBadges = ({ status, publish_at, unpublish_at, has_unpublished_changes }: Publishable): ReactElement => (
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
