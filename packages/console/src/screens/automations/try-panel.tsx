import { type ReactElement, useState } from 'react';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { JsonTree } from '../../parts/json-tree.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useSpace } from '../../shell/session.tsx';
import type { Trial } from './automation.ts';
import { payloadNames, payloadOf } from './payload.ts';
import { PayloadFields } from './payload-fields.tsx';
import type { PlanFields } from './plan-draft.ts';

type TryArguments = Parameters<SpaceClient['automations']['try']>[0];

/** Renders a trial of the steps: their arguments with the tags filled in, and what each operation answers to a dry run. */
export function TryPanel({ fields, isReady }: { readonly fields: PlanFields; readonly isReady: boolean }): ReactElement {
  const space = useSpace();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [trial, setTrial] = useState<Trial>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const names = payloadNames(fields.actions);

  async function tryIt(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const args = { trigger: fields.trigger, actions: fields.actions, ...(names.length > 0 && { payload: payloadOf(texts) }) };
      setTrial(await spaceClient(space.id).automations.try(args as unknown as TryArguments));
    } catch (failure) {
      setTrial(undefined);
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="card stack" aria-label="Try it">
      <h2>Try it</h2>
      <p className="soft">Fills in the merge tags from a sample and makes dry runs. Nothing is stored or sent.</p>
      <PayloadFields names={names} texts={texts} onChange={setTexts} />
      <div>
        <Button disabled={isBusy || !isReady} onClick={() => void tryIt()}>
          {isBusy ? 'Trying …' : 'Try without an effect'}
        </Button>
      </div>
      {error !== undefined && <ProblemNotice error={error} />}
      {trial && (
        <div className="stack" role="status">
          {!trial.would_start && <p className="notice warn">The sample does not match the conditions, so this event would not start it.</p>}
          <ol className="stack">
            {trial.steps.map((step) => (
              <li key={step.index} className="stack">
                <p className="row">
                  <span>{step.index + 1}.</span>
                  <StateBadge state={step.outcome} />
                  <code>{step.operation}</code>
                </p>
                {step.error && <p className={step.outcome === 'refused' ? 'fault' : 'soft'}>{step.error}</p>}
                {step.notes.map((note) => (
                  <p key={note} className="soft">
                    {note}
                  </p>
                ))}
                {step.arguments && <JsonTree value={{ sent: step.arguments, answer: step.answer }} depth={1} />}
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
