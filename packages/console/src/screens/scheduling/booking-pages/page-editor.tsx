import type { ReactElement } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import type { Thing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { useEdit } from '../../editing/use-edit.ts';
import type { BookingPage } from './booking-page.ts';
import { DetailsTab, LimitsTab, QuestionsTab } from './editor-tabs.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { changedPageFields, type EditorTab, editorTabs, oldPageFields, type PageValues, pageFault, valuesOfPage } from './page-values.ts';
import { ShareTab } from './share-tab.tsx';

/** Props of the editor: the page with its ETag, and the tab that is open. */
export interface PageEditorProps {
  readonly thing: Thing<BookingPage>;
  readonly tab: EditorTab;
  readonly onTab: (tab: EditorTab) => void;
}

/** Renders the editor of a booking page in tabs. What is typed stays when the tab changes, and one save sends all of it. */
export function PageEditor({ thing, tab, onTab }: PageEditorProps): ReactElement {
  const space = useSpace();
  const edit = useEdit<BookingPage, PageValues>({
    space_id: space.id,
    contract: 'booking_pages',
    operations: { read: 'get', change: 'update' },
    path: { id: thing.value.id },
    thing,
    draftOf: valuesOfPage,
    changesOf,
    said: ({ name }) => `“${name.trim()}” is saved.`,
  });
  const { saved: page, draft: values, isDirty, isSaving, isOutdated, refusal, change, discard, save } = edit;
  const error = refusal?.error;
  const changed = Object.keys(changesOf(values, page).fields);
  const fault = pageFault(values);
  const canWrite = space.scopes.includes('pages:write');
  const tabProps = {
    values,
    set: (fields: Partial<PageValues>) => change({ ...values, ...fields }),
    faultOf: faultsOf(error),
  };

  return (
    <form
      className="card stack page-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && isDirty && !fault && canWrite) void save();
      }}
    >
      <nav className="tabs" aria-label="Parts of the page">
        {editorTabs.map(([name, label, names]) => (
          <button key={name} type="button" className="tab" aria-current={name === tab ? 'page' : undefined} onClick={() => onTab(name)}>
            {label}
            {names.some((one) => changed.includes(one)) && (
              <>
                <span aria-hidden="true"> •</span>
                <span className="hidden-text"> (not saved)</span>
              </>
            )}
          </button>
        ))}
      </nav>
      <fieldset className="stack" disabled={!canWrite}>
        {tab === 'details' && <DetailsTab {...tabProps} />}
        {tab === 'hours' && <HoursEditor {...tabProps} />}
        {tab === 'limits' && <LimitsTab {...tabProps} isGroup={page.booking_type === 'group'} />}
        {tab === 'questions' && <QuestionsTab {...tabProps} />}
      </fieldset>
      {tab === 'share' && <ShareTab page={thing.value} />}
      {error !== undefined && <ProblemNotice error={error} />}
      {changed.length > 0 && (
        <div className="chosen-bar">
          <span role="status">
            {fault ??
              (isOutdated ? 'Someone else has saved a change since you began.' : 'The preview shows these changes when they are saved.')}
          </span>
          <Button onClick={discard} disabled={isSaving}>
            Discard
          </Button>
          <Button type="submit" look="primary" disabled={isSaving || fault !== undefined}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}

function changesOf(values: PageValues, page: BookingPage) {
  const fields = changedPageFields(values, page);
  return { fields, before: oldPageFields(page, fields) };
}
