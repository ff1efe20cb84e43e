import type { ReactElement } from 'react';
import { useThing } from '../../api/use-thing.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import type { Form } from './form.ts';
import { FormBuilder } from './form-builder.tsx';
import { FormTabs } from './form-tabs.tsx';
import './forms.css';

/** Renders a form: its builder with a live preview. */
export function FormScreen({ id = '' }: { readonly id?: string }): ReactElement {
  const space = useSpace();
  const { data: thing, error, refetch } = useThing<Form>(space.id, 'forms', 'get', { id });
  if (thing)
    return (
      <>
        {error && <ProblemNotice error={error} onRetry={refetch} />}
        <FormBuilder key={id} thing={thing} />
      </>
    );
  return (
    <>
      <FormTabs id={id} current="" />
      {error ? <PageHead title="Form" /> : <h1 className="hidden-text">Form</h1>}
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />}
    </>
  );
}
