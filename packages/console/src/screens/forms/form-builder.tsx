import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import type { Thing } from '../../api/use-thing.ts';
import { Button } from '../../parts/button.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { oneOf } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import { SaveBar } from '../editing/save-bar.tsx';
import { useEdit } from '../editing/use-edit.ts';
import { addField, changesOf, type Draft, draftOf, settingNames } from './draft.ts';
import { faultsOf, NO_FAULTS } from './faults.ts';
import { FieldList } from './field-list.tsx';
import { type Form, type FormField, templatesQuery } from './form.ts';
import { FormActions } from './form-actions.tsx';
import { FormTabs } from './form-tabs.tsx';
import { FieldPalette } from './palette.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { SettingsEditor } from './settings-editor.tsx';

const views = ['fields', 'settings', 'preview'] as const;

type View = (typeof views)[number];

const labels: Readonly<Record<View, string>> = { fields: 'Fields', settings: 'Settings', preview: 'Preview' };

const params = { view: oneOf(views) };

/** Renders the builder of a form: its fields or settings, and the preview of the draft. A narrow screen shows one of them. */
export function FormBuilder({ thing }: { readonly thing: Thing<Form> }): ReactElement {
  const space = useSpace();
  const edit = useEdit<Form, Draft>({
    space_id: space.id,
    contract: 'forms',
    operations: { read: 'get', change: 'update' },
    path: { id: thing.value.id },
    thing,
    draftOf,
    changesOf,
    said: ({ settings }) => `“${settings.name}” is saved.`,
  });
  const { data: templates } = useQuery(templatesQuery(space.id));
  const [{ view = 'fields' }, setParams] = useSearchParams(params);
  const [opened, setOpened] = useState<string>();
  const editor = useRef<HTMLDivElement>(null);
  const { saved, draft, refusal, change, save } = edit;
  const faults = refusal ? faultsOf(asApiError(refusal.error).errors, refusal.sent.fields, settingNames) : NO_FAULTS;
  const types = templates?.field_types ?? [];
  const canWrite = space.scopes.includes('forms:write');

  function add(type: FormField['type']): void {
    const added = addField(draft, type, opened);
    change(added.draft);
    setOpened(added.uid);
    // The new field is rendered in the next frame; its question is what people type first.
    requestAnimationFrame(() => {
      const input = editor.current?.querySelector<HTMLInputElement>('.form-field[data-opened] .form-field-editor input');
      input?.focus();
      input?.select();
    });
  }

  /** Saves; after a refusal it shows the first fault. */
  async function saveAll(): Promise<void> {
    if (await save()) return;
    requestAnimationFrame(() => editor.current?.querySelector<HTMLElement>('.form-fault')?.closest('button')?.focus());
  }

  const previewed = { ...draft.settings, fields: draft.fields.map(({ field }) => field) };
  return (
    <>
      <FormTabs id={saved.id} current="" />
      <PageHead title={saved.name}>
        <StateBadge state={saved.status} />
        <SameCall contract="forms" name="get" args={{ id: saved.id }} />
        <MoreActs contract="forms" name="get" args={{ id: saved.id }} except={['forms.update', 'forms.delete']} />
        <FormActions thing={thing} isDirty={edit.isDirty} />
      </PageHead>
      <div className="form-builder" data-view={view}>
        <div className="stack form-editor" ref={editor}>
          <fieldset className="row form-views">
            <legend className="hidden-text">What to edit</legend>
            {views.map((one) => (
              <Button
                key={one}
                className={one === 'preview' ? 'form-narrow' : undefined}
                aria-pressed={view === one}
                onClick={() => setParams({ view: one === 'fields' ? undefined : one }, { replace: true })}
              >
                {labels[one]}
              </Button>
            ))}
          </fieldset>
          <fieldset className="form-plain" disabled={!canWrite}>
            {view === 'settings' ? (
              <SettingsEditor settings={draft.settings} faults={faults.settings} onChange={(settings) => change({ ...draft, settings })} />
            ) : (
              <div className="stack form-questions">
                {draft.fields.length === 0 && <p className="soft">The form has no fields yet. Add the first one.</p>}
                <FieldList
                  draft={draft}
                  faults={faults}
                  types={types}
                  opened={opened}
                  isReadOnly={!canWrite}
                  onOpen={setOpened}
                  onChange={change}
                />
                {canWrite && <FieldPalette types={types} onAdd={add} />}
              </div>
            )}
          </fieldset>
        </div>
        <PreviewPane form={previewed} saved={saved} isDirty={edit.isDirty} />
      </div>
      {refusal && <RefusalNotice error={refusal.error} faults={faults} />}
      {canWrite && (
        <SaveBar edit={edit} about={saved.status === 'active' ? 'Visitors get them after you save.' : ''} onSave={() => void saveAll()}>
          <SameCall contract="forms" name="update" args={{ id: saved.id, ...changesOf(draft, saved).fields }} />
        </SaveBar>
      )}
    </>
  );
}
