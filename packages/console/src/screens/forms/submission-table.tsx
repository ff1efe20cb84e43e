import type { MouseEvent, ReactElement } from 'react';
import { Link } from 'wouter';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { answerText, questionsOf, summaryOf } from './answer-text.ts';
import type { Form, Submission } from './form.ts';

/** Questions that have a column. */
const MAX_COLUMNS = 4;

/** The width from which a submission opens over the list; a phone has room for one of them. */
const WIDE = '(min-width: 720px)';

/** Props of the table; `onOpen` shows a submission over the list. */
export interface SubmissionTableProps {
  readonly form: Form;
  readonly submissions: readonly Submission[];
  readonly onOpen: (id: string) => void;
}

/** Renders submissions with the answers to the first questions. */
export function SubmissionTable({ form, submissions, onOpen }: SubmissionTableProps): ReactElement {
  const space = useSpace();
  const questions = questionsOf(form.fields).slice(0, MAX_COLUMNS);
  function open(event: MouseEvent, id: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !matchMedia(WIDE).matches) return;
    event.preventDefault();
    onOpen(id);
  }
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            {questions.map(({ key, label }) => (
              <th key={key} scope="col">
                <span className="cut form-column">{label}</span>
              </th>
            ))}
            {questions.length === 0 && <th scope="col">Answers</th>}
            <th scope="col">State</th>
            <th scope="col">Sent</th>
          </tr>
        </thead>
        <tbody>
          {submissions.map(({ id, data, status, created_at }) => (
            <tr key={id}>
              <td className="first">
                <Link
                  href={spacePath(space.id, `/forms/${form.id}/submissions/${id}`)}
                  className="cut"
                  onClick={(event) => open(event, id)}
                >
                  {(questions[0] && answerText(questions[0], data[questions[0].key])) || summaryOf(form.fields, data)}
                </Link>
              </td>
              {questions.slice(1).map((field) => (
                <td key={field.key} data-label={field.label}>
                  <span className="cut">{answerText(field, data[field.key]) || '–'}</span>
                </td>
              ))}
              <td data-label="State">
                <StateBadge state={status} />
              </td>
              <td data-label="Sent">
                <TimeAgo at={created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
