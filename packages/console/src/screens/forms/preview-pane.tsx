import { type ReactElement, useState } from 'react';
import { Button, buttonClass } from '../../parts/button.tsx';
import type { Form } from './form.ts';
import { FormPreview, type PreviewedForm } from './form-preview.tsx';

/** Props of the preview: the draft, and the form that visitors get. */
export interface PreviewPaneProps {
  readonly form: PreviewedForm;
  readonly saved: Form;
  readonly isDirty: boolean;
}

/** Renders the draft as it is typed, or the page that visitors get now. */
export function PreviewPane({ form, saved, isDirty }: PreviewPaneProps): ReactElement {
  const [isPage, setPage] = useState(false);
  const isActive = saved.status === 'active';
  const showsPage = isPage && isActive;
  return (
    <div className="stack form-pane">
      <div className="row">
        <Button small aria-pressed={!showsPage} onClick={() => setPage(false)}>
          As you edit
        </Button>
        {isActive && (
          <>
            <Button small aria-pressed={showsPage} onClick={() => setPage(true)}>
              The public page
            </Button>
            <a className={buttonClass('plain', true)} href={saved.url} target="_blank" rel="noreferrer">
              Open it
            </a>
          </>
        )}
      </div>
      {showsPage ? (
        <>
          <iframe
            key={saved.updated_at}
            className="form-frame"
            title={`The public page of “${saved.name}”`}
            src={saved.url}
            sandbox="allow-scripts"
            referrerPolicy="no-referrer"
          />
          <p className="soft">{isDirty ? 'Visitors get your changes after you save them.' : 'Nothing can be sent from this frame.'}</p>
        </>
      ) : (
        <>
          <FormPreview form={form} />
          <p className="soft">
            Nothing is sent from here.{' '}
            {isActive ? 'The public page has the look of the Space.' : 'The page opens to visitors when you publish the form.'}
          </p>
        </>
      )}
    </div>
  );
}
