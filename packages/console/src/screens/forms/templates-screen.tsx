import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { CreateFormDialog } from './create-form-dialog.tsx';
import { type FormTemplate, templatesQuery } from './form.ts';
import { FormPreview } from './form-preview.tsx';
import { templateName } from './template-name.ts';
import './forms.css';

/** Renders the templates of forms, each with a preview and a way to begin with it. */
export function TemplatesScreen(): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery(templatesQuery(space.id));
  const [previewed, setPreviewed] = useState<FormTemplate>();
  const [chosen, setChosen] = useState<FormTemplate['template']>();
  return (
    <>
      <PageHead title="Templates" about="Forms to begin with. Every field of them can be changed.">
        <SameCall contract="forms" name="templates" />
      </PageHead>
      <PlaceTabs path="/form-templates" />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      <ul className="form-cards">
        {data?.data.map((template) => (
          <li key={template.template} className="card stack">
            <h2>{templateName(template.template)}</h2>
            <p className="soft">{template.description}</p>
            <div className="row">
              <Button onClick={() => setPreviewed(template)}>
                Preview
                <span className="hidden-text"> of {templateName(template.template)}</span>
              </Button>
              {space.scopes.includes('forms:write') && (
                <Button look="primary" onClick={() => setChosen(template.template)}>
                  Begin with it
                  <span className="hidden-text">: {templateName(template.template)}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {previewed && (
        <Dialog title={templateName(previewed.template)} open look="wide" onClose={() => setPreviewed(undefined)}>
          <FormPreview form={{ name: templateName(previewed.template), fields: previewed.fields }} />
        </Dialog>
      )}
      {chosen && <CreateFormDialog first={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}
