import type { ReactElement } from 'react';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { countFaults, type Faults } from './faults.ts';

/** Renders why a form was not saved: a count of the faults that are at their fields, or the refusal itself. */
export function RefusalNotice({ error, faults }: { readonly error: unknown; readonly faults: Faults }): ReactElement {
  const found = countFaults(faults);
  if (found === 0 || faults.others.length > 0) return <ProblemNotice error={error} />;
  return (
    <p className="notice bad" role="alert">
      {found === 1 ? 'One fault is' : `${found} faults are`} marked above. Nothing was saved.
    </p>
  );
}
