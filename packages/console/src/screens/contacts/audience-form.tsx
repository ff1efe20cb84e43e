import type { ReactElement, ReactNode } from 'react';
import { faultsOf } from '../../api/faults.ts';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { ExistingLink } from '../acts/existing-link.tsx';
import { type AudienceDraft, fieldsOf } from './audience-draft.ts';
import { ConditionBuilder } from './condition-builder.tsx';
import { LiveCount } from './live-count.tsx';

/** Props of the form: the draft and what the service refused; `children` are its buttons. */
export interface AudienceFormProps {
  readonly draft: AudienceDraft;
  readonly onChange: (draft: AudienceDraft) => void;
  readonly error: unknown;
  /** The id of an audience that exists. */
  readonly id?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Renders the form of an audience by rules, with the number of its contacts while the rules change. */
export function AudienceForm({ draft, onChange, error, id, onSubmit, children }: AudienceFormProps): ReactElement {
  const fields = fieldsOf(draft);
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField
        label="Name"
        maxLength={200}
        fault={faultsOf(error)('name')}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <TextField
        label="Purpose"
        maxLength={1_000}
        value={draft.purpose}
        onChange={(event) => onChange({ ...draft, purpose: event.target.value })}
      />
      <ConditionBuilder group={draft.group} onChange={(group) => onChange({ ...draft, group })} />
      <LiveCount condition={fields.condition} />
      {error !== undefined && <ProblemNotice error={error} />}
      <ExistingLink error={error} path="/audiences" />
      <div className="row end">
        <SameCall contract="audiences" name={id ? 'update' : 'create'} args={{ ...(id && { id }), ...fields }} />
        {children}
      </div>
    </form>
  );
}
