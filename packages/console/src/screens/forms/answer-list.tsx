import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { sayFailed } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { answerText, isPicture, questionsOf } from './answer-text.ts';
import { downloadFormFile } from './download-form-file.ts';
import type { FormField } from './form.ts';

/** Props of answers: the fields of the version that was answered, and the answers by key. */
export interface AnswerListProps {
  readonly form_id: string;
  readonly fields: readonly FormField[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** Renders the answers of a submission as text, and files as downloads. */
export function AnswerList({ form_id, fields, data }: AnswerListProps): ReactElement {
  const questions = questionsOf(fields).filter(({ key }) => data[key] !== undefined);
  return (
    <dl className="form-answers">
      {questions.map((field) => (
        <div key={field.key}>
          <dt>{field.label}</dt>
          <dd>
            <Answer form_id={form_id} field={field} answer={data[field.key]} />
          </dd>
        </div>
      ))}
      {questions.length === 0 && <p className="soft">No question was answered.</p>}
    </dl>
  );
}

function Answer({
  form_id,
  field,
  answer,
}: {
  readonly form_id: string;
  readonly field: FormField;
  readonly answer: unknown;
}): ReactElement {
  if (isPicture(answer)) return <img src={answer} alt="The signature" className="form-signature" />;
  if (field.type === 'file' && Array.isArray(answer))
    return (
      <span className="row">
        {answer.map((file_id, index) => (
          <FileButton
            key={String(file_id)}
            form_id={form_id}
            file_id={String(file_id)}
            label={`Download file ${index + 1} of “${field.label}”`}
          />
        ))}
      </span>
    );
  return <>{answerText(field, answer)}</>;
}

function FileButton({
  form_id,
  file_id,
  label,
}: {
  readonly form_id: string;
  readonly file_id: string;
  readonly label: string;
}): ReactElement {
  const space = useSpace();
  const [isBusy, setBusy] = useState(false);
  async function download(): Promise<void> {
    setBusy(true);
    await downloadFormFile(space.id, form_id, file_id).catch(sayFailed);
    setBusy(false);
  }
  return (
    <Button small disabled={isBusy} onClick={() => void download()}>
      {label}
    </Button>
  );
}
