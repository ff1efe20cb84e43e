import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import type { OperationInput } from '../../api/operation-input.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { draftOf, emptyDraft } from '../../parts/schema-form/draft.ts';
import type { MergeTag } from '../../parts/schema-form/form-context.tsx';
import { SchemaForm } from '../../parts/schema-form/schema-form.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { summaryOf } from './operation-dialog.tsx';
import type { StepDraft } from './plan-draft.ts';

/** Props of one step in the editor. */
export interface StepCardProps {
  readonly step: StepDraft;
  readonly index: number;
  readonly count: number;
  /** The input of its operation; undefined while it is being loaded, and null for an operation that does not exist. */
  readonly input: OperationInput | undefined | null;
  readonly tags: readonly MergeTag[];
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (step: StepDraft) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** Renders one step: its operation, its name and the form of its arguments. */
export function StepCard({ step, index, count, input, tags, faults, onChange, onMove, onRemove }: StepCardProps): ReactElement {
  const title = summaryOf(step.operation);
  const schema = input?.schema;
  useEffect(() => {
    if (!schema || step.draft !== undefined) return;
    const isNew = Object.keys(step.given).length === 0;
    onChange({ ...step, draft: isNew ? emptyDraft(schema, schema) : draftOf(schema, step.given, schema) });
  }, [schema, step, onChange]);
  const at = `actions.${index}.`;
  const own = Object.entries(faults).flatMap(([path, fault]) => (path.startsWith(at) ? [[path.slice(at.length), fault] as const] : []));
  const ofArguments = own.flatMap(([path, fault]) =>
    path.startsWith('arguments.') ? [[path.slice('arguments.'.length), fault] as const] : [],
  );
  const others = own.filter(([path]) => !path.startsWith('arguments.'));
  return (
    <li className="card stack step">
      <div className="step-head">
        <h3>
          {index + 1}. {title}
        </h3>
        <div className="row">
          <Button small look="plain icon" aria-label={`Move step ${index + 1} up`} disabled={index === 0} onClick={() => onMove(-1)}>
            <ArrowUp size={15} aria-hidden="true" />
          </Button>
          <Button
            small
            look="plain icon"
            aria-label={`Move step ${index + 1} down`}
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={15} aria-hidden="true" />
          </Button>
          <Button small look="plain icon" aria-label={`Remove step ${index + 1}`} onClick={onRemove}>
            <Trash2 size={15} aria-hidden="true" />
          </Button>
        </div>
      </div>
      <p className="soft">
        <code>{step.operation}</code>
        {index < count - 1 && (
          <>
            {' '}
            · later steps read its answer as <code>{`{{steps.${index}.…}}`}</code>
          </>
        )}
      </p>
      {others.map(([path, fault]) => (
        <p key={path} className="fault" role="alert">
          {fault}
        </p>
      ))}
      {input === null && <p className="notice warn">The catalog does not have this operation. Remove the step.</p>}
      {input === undefined && <Skeleton />}
      {schema && step.draft !== undefined && (
        <SchemaForm
          schema={schema}
          draft={step.draft}
          faults={Object.fromEntries(ofArguments)}
          tags={tags}
          onChange={(draft) => onChange({ ...step, draft })}
        />
      )}
      <details>
        <summary>Name of the step</summary>
        <TextField
          label="Name in the log of a run"
          maxLength={200}
          value={step.name}
          onChange={(event) => onChange({ ...step, name: event.target.value })}
        />
      </details>
    </li>
  );
}
