import { holds } from '@space/contracts/form-rules';
import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import type { FormField } from './form.ts';
import { PreviewField } from './preview-field.tsx';
import { shownKeys, stepsOf } from './preview-steps.ts';

/** The parts of a form that a preview shows. */
export interface PreviewedForm {
  readonly name: string;
  readonly description?: string | null;
  readonly success_message?: string | null;
  readonly redirect_url?: string | null;
  readonly layout?: string;
  readonly fields: readonly FormField[];
}

/** Renders a form as its page asks it, with conditions and steps. Nothing is sent from here. */
export function FormPreview({ form }: { readonly form: PreviewedForm }): ReactElement {
  const { name, description, success_message, redirect_url, layout, fields } = form;
  const [answers, setAnswers] = useState<Readonly<Record<string, unknown>>>({});
  const [at, setAt] = useState(0);
  const [isSent, setSent] = useState(false);
  const initial = fields.flatMap(({ key, default_value }) => (default_value === undefined ? [] : [[key, default_value] as const]));
  const given: Readonly<Record<string, unknown>> = { ...Object.fromEntries(initial), ...answers };
  const shown = shownKeys(fields, given);
  const seen = Object.fromEntries(Object.entries(given).filter(([key]) => shown.has(key)));
  const steps = stepsOf(
    fields.filter(({ key }) => shown.has(key)),
    layout === 'one_question',
  ).filter((step) => step.some(({ type }) => type !== 'hidden'));
  const index = Math.min(at, Math.max(0, steps.length - 1));
  const isRequired = ({ required, required_if }: FormField) => required === true || (required_if !== undefined && holds(required_if, seen));
  return (
    <section className="form-preview stack" aria-label="Preview">
      <p className="form-title">{name}</p>
      {isSent ? (
        <>
          <p className="form-lines">{redirect_url ? `The visitor is sent to ${redirect_url}.` : (success_message ?? 'Thank you.')}</p>
          <div className="row">
            <Button
              onClick={() => {
                setSent(false);
                setAt(0);
                setAnswers({});
              }}
            >
              Begin again
            </Button>
          </div>
        </>
      ) : (
        <>
          {description && index === 0 && <p className="form-lines">{description}</p>}
          {steps.length > 1 && (
            <p className="soft" role="status">
              Step {index + 1} of {steps.length}
            </p>
          )}
          {steps[index]?.map((field) => (
            <PreviewField
              key={field.key}
              field={field}
              answer={given[field.key]}
              isRequired={isRequired(field)}
              onAnswer={(answer) => setAnswers({ ...answers, [field.key]: answer })}
            />
          ))}
          {fields.length === 0 && <p className="soft">The form has no fields yet.</p>}
          <div className="row">
            {index > 0 && <Button onClick={() => setAt(index - 1)}>Back</Button>}
            {index < steps.length - 1 ? (
              <Button look="primary" onClick={() => setAt(index + 1)}>
                Next
              </Button>
            ) : (
              fields.length > 0 && (
                <Button look="primary" onClick={() => setSent(true)}>
                  Send
                </Button>
              )
            )}
          </div>
        </>
      )}
    </section>
  );
}
