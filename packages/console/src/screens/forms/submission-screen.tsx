import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { spacePath } from '../../routing/paths.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { formsQuery } from './form.ts';
import { FormTabs } from './form-tabs.tsx';
import { SubmissionView } from './submission-view.tsx';
import './forms.css';

/** Renders one submission on its own page. */
export function SubmissionScreen({ id = '', submission_id = '' }: { readonly id?: string; readonly submission_id?: string }): ReactElement {
  const space = useSpace();
  const [, navigate] = useLocation();
  const { data: form } = useQuery({
    queryKey: [...formsQuery(space.id), 'get', { id }],
    queryFn: ({ signal }) => spaceClient(space.id).forms.get({ id }, { signal }),
  });
  return (
    <>
      <FormTabs id={id} name={form?.name} current="/submissions" />
      <PageHead title="Submission" />
      <SubmissionView
        id={id}
        submission_id={submission_id}
        onDeleted={() => navigate(spacePath(space.id, `/forms/${id}/submissions`), { replace: true })}
      />
    </>
  );
}
