import type { ReactElement } from 'react';
import { JsonTree } from '../../parts/json-tree.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { durationText, type RunStep } from './automation.ts';
import { summaryOf } from './operation-dialog.tsx';

/** Renders the log of the steps of a run. A failed step is open. */
export function RunSteps({ steps }: { readonly steps: readonly RunStep[] }): ReactElement {
  return (
    <section className="stack" aria-label="Steps">
      <h2>Steps</h2>
      {steps.length === 0 && <p className="soft">No step was executed.</p>}
      <ol className="stack">
        {steps.map((step) => (
          <li key={step.index} className={`card stack step ${step.outcome}`}>
            <div className="step-head">
              <h3>
                {step.index + 1}. {step.name ?? summaryOf(step.operation)}
              </h3>
              <StateBadge state={step.outcome} />
            </div>
            {step.error && <p className="fault">{step.error}</p>}
            <p className="soft">
              <code>{step.operation}</code> · {durationText(step.duration_ms)} · <TimeAgo at={step.started_at} />
              {step.reused_from && ' · its answer is that of an earlier run'}
            </p>
            {step.notes.map((note) => (
              <p key={note} className="notice warn">
                {note}
              </p>
            ))}
            <details open={step.outcome === 'failed'}>
              <summary>Arguments</summary>
              {step.arguments ? <JsonTree value={step.arguments} /> : <p className="soft">They are too large to store.</p>}
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
