import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import type { Edits } from './use-edits.ts';

/** Renders the end of a form: whether something is unsaved, and the buttons that save or discard it. */
export function SaveBar({ edits, label }: { readonly edits: Edits<object>; readonly label: string }): ReactElement {
  const { isDirty, isBusy, error } = edits;
  return (
    <>
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row">
        <Button type="submit" look={isDirty ? 'primary' : undefined} disabled={!isDirty || isBusy}>
          {label}
        </Button>
        {isDirty && (
          <Button onClick={edits.discard} disabled={isBusy}>
            Discard the changes
          </Button>
        )}
        <span role="status" className="soft">
          {isDirty ? 'Not saved yet' : ''}
        </span>
      </div>
    </>
  );
}
