import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import type { Edit } from './use-edit.ts';

/** Props of the bar: the edit, a text about what a save does, and what was refused. */
export interface SaveBarProps {
  readonly edit: Pick<Edit<unknown, unknown>, 'isDirty' | 'isSaving' | 'isOutdated' | 'discard'>;
  readonly about?: string;
  readonly onSave: () => void;
  readonly children?: ReactNode;
}

/** Renders that there are unsaved changes, with the buttons that save or discard them; nothing without changes. */
export function SaveBar({ edit, about = '', onSave, children }: SaveBarProps): ReactElement | null {
  const { isDirty, isSaving, isOutdated, discard } = edit;
  if (!isDirty) return null;
  return (
    <section className="chosen-bar" aria-label="Unsaved changes">
      <span role="status">You have unsaved changes. {isOutdated ? 'Someone else has saved a change since you began.' : about}</span>
      {children}
      <Button onClick={discard} disabled={isSaving}>
        Discard
      </Button>
      <Button look="primary" onClick={onSave} disabled={isSaving}>
        {isSaving ? 'Saving …' : 'Save'}
      </Button>
    </section>
  );
}
