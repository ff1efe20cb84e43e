import type { ReactElement } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { changesOf } from './draft.ts';
import { countFaults } from './faults.ts';
import type { FormEdit } from './use-form-draft.ts';

/** Renders that there are unsaved changes and what the service refused, with the buttons that save or discard them. */
export function SaveBar({ edit, onSave }: { readonly edit: FormEdit; readonly onSave: () => void }): ReactElement | null {
  const { saved, draft, isDirty, isSaving, isOutdated, faults, error, discard } = edit;
  if (!isDirty) return null;
  const found = countFaults(faults);
  return (
    <>
      {error !== undefined && (found === 0 || faults.others.length > 0) && <ProblemNotice error={error} />}
      {found > 0 && (
        <p className="notice bad" role="alert">
          {asApiError(error).message} {found === 1 ? 'One fault is' : `${found} faults are`} marked above. Nothing was saved.
        </p>
      )}
      <section className="chosen-bar" aria-label="Unsaved changes">
        <span role="status">
          {isOutdated
            ? 'This form was changed by someone else after you began.'
            : saved.status === 'active'
              ? 'You have unsaved changes. Visitors get them after you save.'
              : 'You have unsaved changes.'}
        </span>
        <SameCall contract="forms" name="update" args={{ id: saved.id, ...changesOf(draft, saved).fields }} />
        <Button onClick={discard} disabled={isSaving}>
          Discard
        </Button>
        <Button look="primary" onClick={onSave} disabled={isSaving}>
          {isSaving ? 'Saving …' : 'Save'}
        </Button>
      </section>
    </>
  );
}
