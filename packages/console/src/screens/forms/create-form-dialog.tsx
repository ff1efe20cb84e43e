import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { type FormTemplate, formsQuery, templatesQuery } from './form.ts';
import { FormPreview } from './form-preview.tsx';
import { templateName } from './template-name.ts';

type TemplateName = FormTemplate['template'];

/** Renders the dialog that creates a form as a draft, blank or from a template whose fields it shows. It leads to the form. */
export function CreateFormDialog({ first, onClose }: { readonly first?: TemplateName; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { data, error: templatesError, refetch } = useQuery(templatesQuery(space.id));
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<TemplateName | undefined>(first);
  /** The form, when it was created and could not become a draft; another try begins there. */
  const [created, setCreated] = useState<string>();
  const { error, isBusy, faultOf, run } = useFormCall();
  const template = data?.data.find((one) => one.template === chosen);
  const title = name.trim() === '' && template ? templateName(template.template) : name.trim();

  const create = () =>
    run(async (idempotency_key) => {
      const { forms } = spaceClient(space.id);
      const start = chosen ? { template: chosen } : { fields: [] };
      const id = created ?? (await forms.create({ name: title, ...start }, { idempotency_key })).id;
      setCreated(id);
      // A new form accepts answers; in the console it does after it was published there.
      await forms.update({ id, status: 'draft' });
      await queries.invalidateQueries({ queryKey: formsQuery(space.id) });
      navigate(spacePath(space.id, `/forms/${id}`), { replace: true });
    });

  return (
    <Dialog title="Create a form" open look="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && title !== '') void create();
        }}
      >
        <TextField
          label="Name"
          help="Visitors see it as the title. The form is a draft until you publish it."
          placeholder={template ? templateName(template.template) : undefined}
          maxLength={200}
          fault={faultOf('name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {templatesError && <ProblemNotice error={templatesError} onRetry={refetch} />}
        <fieldset className="field">
          <legend className="label">Start with</legend>
          <div className="form-templates">
            <label className="form-template">
              <input type="radio" name="template" checked={chosen === undefined} onChange={() => setChosen(undefined)} />
              <span>
                <strong>Blank</strong>
                <span className="soft">No fields yet.</span>
              </span>
            </label>
            {data?.data.map((one) => (
              <label key={one.template} className="form-template">
                <input type="radio" name="template" checked={chosen === one.template} onChange={() => setChosen(one.template)} />
                <span>
                  <strong>{templateName(one.template)}</strong>
                  <span className="soft">{one.description}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || title === ''}>
            Create the form
          </Button>
        </div>
      </form>
      {template && (
        <details className="form-more" open>
          <summary>Preview of “{templateName(template.template)}”</summary>
          <FormPreview key={template.template} form={{ name: title, fields: template.fields }} />
        </details>
      )}
    </Dialog>
  );
}
