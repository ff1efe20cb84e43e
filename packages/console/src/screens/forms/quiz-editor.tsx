import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import type { Settings } from './draft.ts';

type Quiz = NonNullable<Settings['quiz']>;
type Outcome = Quiz['outcomes'][number];

const newQuiz: Quiz = { pass_percent: 70, show_result: true, outcomes: [] };

/** Renders the scoring of a quiz, or the box that makes a form a quiz. */
export function QuizEditor({
  quiz,
  faults,
  onChange,
}: {
  readonly quiz: Quiz | null;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (quiz: Quiz | null) => void;
}): ReactElement {
  const setOutcome = (at: number, changes: { readonly [K in keyof Outcome]?: Outcome[K] | undefined }) =>
    onChange({ ...quiz!, outcomes: quiz!.outcomes.map((one, index) => (index === at ? withoutEmpty({ ...one, ...changes }) : one)) });
  return (
    <fieldset className="stack">
      <legend className="hidden-text">Quiz</legend>
      <label className="tick">
        <input type="checkbox" checked={quiz !== null} onChange={(event) => onChange(event.target.checked ? newQuiz : null)} />
        This form is a quiz
      </label>
      {faults.quiz && <p className="fault">{faults.quiz}</p>}
      {quiz && (
        <>
          <p className="help soft">Each choice of a question gets points, or is marked as right.</p>
          <TextField
            label="Percentage that is enough to pass"
            type="number"
            min={0}
            max={100}
            fault={faults['quiz.pass_percent']}
            value={quiz.pass_percent}
            onChange={(event) => onChange({ ...quiz, pass_percent: Number(event.target.value) })}
          />
          <label className="tick">
            <input
              type="checkbox"
              checked={quiz.show_result}
              onChange={(event) => onChange({ ...quiz, show_result: event.target.checked })}
            />
            Visitors see their score
          </label>
          {quiz.outcomes.map((outcome, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an outcome has no name but its place
            <fieldset key={at} className="form-group">
              <legend className="label">Outcome {at + 1}</legend>
              <TextField
                label="From this percentage on"
                type="number"
                min={0}
                max={100}
                fault={faults[`quiz.outcomes.${at}.min_percent`]}
                value={outcome.min_percent}
                onChange={(event) => setOutcome(at, { min_percent: Number(event.target.value) })}
              />
              <TextArea
                label="Text after sending"
                maxLength={2_000}
                fault={faults[`quiz.outcomes.${at}.message`]}
                value={outcome.message}
                onChange={(event) => setOutcome(at, { message: event.target.value })}
              />
              <TextField
                label="Then go to"
                type="url"
                placeholder="https://"
                fault={faults[`quiz.outcomes.${at}.redirect_url`]}
                value={outcome.redirect_url ?? ''}
                onChange={(event) => setOutcome(at, { redirect_url: event.target.value || undefined })}
              />
              <div className="row">
                <Button small onClick={() => onChange({ ...quiz, outcomes: quiz.outcomes.toSpliced(at, 1) })}>
                  <Trash2 size={14} aria-hidden="true" />
                  Remove outcome {at + 1}
                </Button>
              </div>
            </fieldset>
          ))}
          <div className="row">
            <Button
              small
              onClick={() => onChange({ ...quiz, outcomes: [...quiz.outcomes, { min_percent: 100, message: 'All of it right.' }] })}
            >
              <Plus size={14} aria-hidden="true" />
              Add an outcome
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}

const withoutEmpty = (outcome: { readonly [K in keyof Outcome]: Outcome[K] | undefined }): Outcome =>
  Object.fromEntries(Object.entries(outcome).filter(([, value]) => value !== undefined)) as Outcome;
