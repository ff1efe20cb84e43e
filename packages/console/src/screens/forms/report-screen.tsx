import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { useThing } from '../../api/use-thing.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { answerText } from './answer-text.ts';
import { type Form, type FormField, formsQuery } from './form.ts';
import { FormTabs } from './form-tabs.tsx';
import './forms.css';

type Report = Awaited<ReturnType<SpaceClient['forms']['report']>>;

const params = { since: text, until: text };

/** Renders the sums of the answers to a form. */
export function ReportScreen({ id = '' }: { readonly id?: string }): ReactElement {
  const space = useSpace();
  const [{ since, until }, setParams] = useSearchParams(params);
  const args = { id, ...(since && { since }), ...(until && { until }) };
  const { data, error, refetch } = useQuery({
    queryKey: [...formsQuery(space.id), 'report', args],
    queryFn: ({ signal }) => spaceClient(space.id).forms.report(args, { signal }),
  });
  const { data: form } = useThing<Form>(space.id, 'forms', 'get', { id });
  const day = (value: string | undefined) => value?.slice(0, 10) ?? '';
  return (
    <>
      <FormTabs id={id} name={form?.value.name} current="/report" />
      <PageHead title="Report" about="Sums over the confirmed answers.">
        <SameCall contract="forms" name="report" args={args} />
      </PageHead>
      <div className="filters">
        <TextField
          label="From"
          type="date"
          value={day(since)}
          onChange={({ target }) => setParams({ since: target.value ? `${target.value}T00:00:00Z` : undefined }, { replace: true })}
        />
        <TextField
          label="To"
          type="date"
          value={day(until)}
          onChange={({ target }) => setParams({ until: target.value ? `${target.value}T23:59:59Z` : undefined }, { replace: true })}
        />
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && <Sums report={data} form={form?.value} />}
    </>
  );
}

function Sums({ report, form }: { readonly report: Report; readonly form: Form | undefined }): ReactElement {
  const { submissions, summed_up, fields, quiz } = report;
  const all = submissions.confirmed + submissions.pending_confirmation + submissions.expired;
  if (all === 0) return <EmptyState sentence="A report sums up answers. This period has none yet." />;
  return (
    <div className="stack">
      <p>
        {submissions.confirmed} confirmed, {submissions.pending_confirmation} wait for a confirmation, {submissions.expired} expired.
        {summed_up < submissions.confirmed && ` The newest ${summed_up} are summed up.`}
      </p>
      {quiz && (
        <p>
          Quiz: {quiz.passed} of {quiz.responses} passed
          {quiz.average_percent !== null && `, on average ${Math.round(quiz.average_percent)} %`}.
        </p>
      )}
      {fields.map((field) => (
        <section key={field.key} className="card stack" aria-label={field.label}>
          <h2>{field.label}</h2>
          <p className="soft">
            {field.responses} {field.responses === 1 ? 'answer' : 'answers'}
            {typeof field.average === 'number' && ` · average ${field.average.toLocaleString('en', { maximumFractionDigits: 2 })}`}
            {typeof field.nps?.score === 'number' && ` · Net Promoter Score ${Math.round(field.nps.score)}`}
          </p>
          {field.choices && field.choices.length > 0 && (
            <div className="form-bars">
              {field.choices.map(({ value, count }) => (
                <Bar
                  key={value}
                  value={choiceText(
                    form?.fields.find(({ key }) => key === field.key),
                    value,
                  )}
                  count={count}
                  all={field.responses}
                />
              ))}
            </div>
          )}
        </section>
      ))}
    </div>
  );
}

/** Returns a counted choice for people: the label of an option, or yes and no. */
const choiceText = (field: FormField | undefined, value: string): string =>
  answerText(field, field && isTruth(field) ? value === 'true' : value);

const isTruth = ({ type }: FormField): boolean => type === 'yes_no' || type === 'checkbox' || type === 'consent';

const Bar = ({ value, count, all }: { readonly value: string; readonly count: number; readonly all: number }): ReactElement => (
  <>
    <span className="cut">{value}</span>
    <meter min={0} max={Math.max(1, all)} value={count} aria-label={`${value}: ${count}`} />
    <span className="number">{count}</span>
  </>
);
