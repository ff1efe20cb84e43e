import type { ReactElement } from 'react';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { type Attempt, attemptText } from './delivery.ts';

/** Props of the timeline: the attempts, the number of the shown one and a function that shows another. */
export interface TimelineProps {
  readonly attempts: readonly Attempt[];
  readonly shown: number | undefined;
  readonly onShow: (number: number) => void;
}

/** Renders the attempts of a delivery in their order; a press shows what one sent and got. */
export function Timeline({ attempts, shown, onShow }: TimelineProps): ReactElement {
  return (
    <section className="stack" aria-label="Attempts">
      <h2>Attempts</h2>
      <ol className="timeline">
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <button type="button" className="button plain" aria-pressed={attempt.number === shown} onClick={() => onShow(attempt.number)}>
              <span className="number">{attempt.number}</span>
              <StateBadge state={attempt.status} />
              <span className="number">{attemptText(attempt)}</span>
              <TimeAgo at={attempt.attempted_at} />
            </button>
            {attempt.error_message && <p className="soft">{attempt.error_message}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
