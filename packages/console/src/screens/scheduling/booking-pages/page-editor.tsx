import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import type { Thing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
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

/** The page that the editor began with, and what was typed since. */
interface Draft {
  readonly base: Thing<BookingPage>;
  readonly values: PageValues;
}

/** Renders the editor of a booking page in tabs. What is typed stays when the tab changes, and one save sends all of it. */
export function PageEditor({ thing, tab, onTab }: PageEditorProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { base, values } = draft ?? { base: thing, values: valuesOfPage(thing.value) };
  const page = base.value;
  const fields = changedPageFields(values, page);
  const changed = Object.keys(fields);
  const fault = pageFault(values);
  const canWrite = space.scopes.includes('pages:write');
  const tabProps = {
    values,
    set: (change: Partial<PageValues>) => setDraft({ base, values: { ...values, ...change } }),
    faultOf: faultsOf(error),
  };

  async function save(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'booking_pages',
        name: 'update',
        path: { id: page.id },
        fields,
        before: oldPageFields(page, fields),
        etag: base.etag,
        said: `“${values.name.trim()}” is saved.`,
      });
      setDraft(undefined);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="card stack page-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && changed.length > 0 && !fault && canWrite) void save();
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
          <span role="status">{fault ?? 'The preview shows these changes when they are saved.'}</span>
          <Button
            onClick={() => {
              setDraft(undefined);
              setError(undefined);
            }}
          >
            Discard
          </Button>
          <Button type="submit" look="primary" disabled={isBusy || fault !== undefined}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}
