import type { ReactElement } from 'react';

/** Props of answers: the fields of the form, and the answers by key. */
export interface AnswersProps {
  readonly fields: readonly { readonly key: string; readonly label?: string | null | undefined }[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** Renders the answers of a guest in the order of the form. Answers are text only. */
export function Answers({ fields, data }: AnswersProps): ReactElement {
  const answered = fields.filter(({ key }) => Object.hasOwn(data, key));
  if (answered.length === 0) return <p className="soft">No question was answered.</p>;
  return (
    <dl className="facts">
      {answered.map(({ key, label }) => (
        <div key={key} className="answer">
          <dt>{label || key}</dt>
          <dd>{answerText(data[key])}</dd>
        </div>
      ))}
    </dl>
  );
}

function answerText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(answerText).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '–');
}
