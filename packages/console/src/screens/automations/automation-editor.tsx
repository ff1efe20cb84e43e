import './automations.css';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { useSpace } from '../../shell/session.tsx';
import { faultsOf } from '../acts/act-form.ts';
import { useInputs } from '../acts/use-inputs.ts';
import { eventTypeQuery } from '../listening/listener.ts';
import { mergeTags } from './merge-tags.ts';
import { OperationDialog } from './operation-dialog.tsx';
import { payloadNames } from './payload.ts';
import { newStep, type PlanDraft, type PlanFields, planDraftOf, readPlan, type StepDraft } from './plan-draft.ts';
import { StepCard } from './step-card.tsx';
import { TriggerFields } from './trigger-fields.tsx';
import { TryPanel } from './try-panel.tsx';

/** Props of the editor: the automation before, the words of its button, and what saves it. */
export interface AutomationEditorProps {
  readonly fields: PlanFields;
  readonly id?: string;
  readonly action: string;
  /** Holds what the editor would save now. */
  readonly latest?: RefObject<PlanFields | undefined>;
  readonly onSave: (fields: PlanFields) => Promise<unknown>;
}

/** Renders the form of an automation: its name, what starts it, and its steps. Nothing typed is lost when the service refuses. */
export function AutomationEditor({ fields, id, action, latest, onSave }: AutomationEditorProps): ReactElement {
  const space = useSpace();
  const form = useRef<HTMLFormElement>(null);
  const [plan, setPlan] = useState<PlanDraft>(() => planDraftOf(fields));
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const { data: trigger } = useQuery({ ...eventTypeQuery(space.id, plan.event_type), enabled: plan.event_type !== '' });
  const inputs = useInputs(plan.steps.map(({ operation }) => operation.split('.')[0]!));
  const inputOf = (operation: string) => {
    const [contract = '', name = ''] = operation.split('.');
    return inputs ? (inputs[contract]?.[name] ?? null) : undefined;
  };
  const sample = plan.event_type === '' ? undefined : trigger?.sample;
  const faults = { ...faultsOf(error), ...found };
  const current = readPlan(plan, inputs);
  useEffect(() => {
    if (latest) latest.current = current.fields;
  });
  const tagsOf = (index: number) => {
    const earlier = plan.steps.slice(0, index).map(({ operation }) => ({ operation, answers: inputOf(operation)?.answers ?? [] }));
    const payload = Object.fromEntries(payloadNames(current.fields.actions).map((name) => [name, 'of a run by hand']));
    return mergeTags({ sample, event_type: plan.event_type, payload, earlier });
  };
  const changeStep = useCallback(
    (step: StepDraft) => setPlan((now) => ({ ...now, steps: now.steps.map((one) => (one.key === step.key ? step : one)) })),
    [],
  );
  const setSteps = (steps: readonly StepDraft[]) => setPlan({ ...plan, steps });

  async function save(): Promise<void> {
    setFound(current.faults);
    setError(undefined);
    if (Object.keys(current.faults).length > 0) return focusFault();
    setBusy(true);
    try {
      await onSave(current.fields);
    } catch (failure) {
      setError(failure);
      focusFault();
    } finally {
      setBusy(false);
    }
  }

  function focusFault(): void {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  return (
    <form
      ref={form}
      className="stack automation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <div className="card stack">
        <TextField
          label="Name"
          maxLength={200}
          fault={faults.name}
          value={plan.name}
          onChange={(event) => setPlan({ ...plan, name: event.target.value })}
        />
        <TextField
          label="Purpose"
          maxLength={4_000}
          fault={faults.description}
          value={plan.description}
          onChange={(event) => setPlan({ ...plan, description: event.target.value })}
        />
      </div>
      <TriggerFields plan={plan} faults={faults} onChange={setPlan} />
      <section className="stack" aria-label="Then">
        <h2>Then</h2>
        <ol className="stack">
          {plan.steps.map((step, index) => (
            <StepCard
              key={step.key}
              step={step}
              index={index}
              count={plan.steps.length}
              input={inputOf(step.operation)}
              tags={tagsOf(index)}
              faults={faults}
              onChange={changeStep}
              onMove={(by) => setSteps(plan.steps.toSpliced(index, 1).toSpliced(index + by, 0, step))}
              onRemove={() => setSteps(plan.steps.toSpliced(index, 1))}
            />
          ))}
        </ol>
        {faults.actions && (
          <p className="fault" role="alert">
            {faults.actions}
          </p>
        )}
        <div>
          <Button onClick={() => setPicking(true)}>
            <Plus size={16} aria-hidden="true" />
            Add a step
          </Button>
        </div>
      </section>
      {error !== undefined && <ProblemNotice error={error} />}
      <TryPanel fields={current.fields} isReady={Object.keys(current.faults).every((path) => path === 'name')} />
      <div className="row end save-bar">
        <SameCall contract="automations" name={id ? 'update' : 'create'} args={{ ...(id && { id }), ...current.fields }} />
        <Button type="submit" look="primary" disabled={isBusy}>
          {action}
        </Button>
      </div>
      {isPicking && (
        <OperationDialog
          onClose={() => setPicking(false)}
          onPick={(operation) => {
            setSteps([...plan.steps, newStep(operation)]);
            setPicking(false);
          }}
        />
      )}
    </form>
  );
}
