import type { ReactElement } from 'react';
import { Choices, TextField } from '../../parts/field.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import type { Settings } from './draft.ts';
import { QuizEditor } from './quiz-editor.tsx';

/** Props of the settings of a form; `faults` has their paths. */
export interface SettingsEditorProps {
  readonly settings: Settings;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (settings: Settings) => void;
}

/** Renders the settings of a form: its texts, what follows an answer, its layout, its language, and the quiz. */
export function SettingsEditor({ settings, faults, onChange }: SettingsEditorProps): ReactElement {
  const set = (changes: Partial<Settings>) => onChange({ ...settings, ...changes });
  return (
    <div className="stack">
      <TextField
        label="Name"
        help="Visitors see it as the title."
        maxLength={200}
        fault={faults.name}
        value={settings.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextArea
        label="Text above the questions"
        maxLength={4_000}
        fault={faults.description}
        value={settings.description ?? ''}
        onChange={(event) => set({ description: event.target.value || null })}
      />
      <Choices
        legend="Layout"
        name="form-layout"
        value={settings.layout}
        choices={[
          ['one_page', 'All questions on a page'],
          ['one_question', 'One question after another'],
        ]}
        onChoose={(layout) => set({ layout })}
        help="A “new step” between questions makes steps of a page."
      />
      <TextField
        label="Language"
        help="Of buttons and errors, such as de or fr-CH. Empty is the language of the Space, else of the visitor."
        maxLength={35}
        spellCheck={false}
        fault={faults.language}
        value={settings.language ?? ''}
        onChange={(event) => set({ language: event.target.value || null })}
      />
      <TextArea
        label="Thank-you text"
        help="Visitors see it after they sent the form."
        maxLength={2_000}
        fault={faults.success_message}
        value={settings.success_message ?? ''}
        onChange={(event) => set({ success_message: event.target.value || null })}
      />
      <TextField
        label="Then go to"
        type="url"
        inputMode="url"
        placeholder="https://"
        help="An https address to which visitors are sent in place of the thank-you text."
        maxLength={2_000}
        fault={faults.redirect_url}
        value={settings.redirect_url ?? ''}
        onChange={(event) => set({ redirect_url: event.target.value || null })}
      />
      <div className="field">
        <label className="tick">
          <input type="checkbox" checked={settings.double_opt_in} onChange={(event) => set({ double_opt_in: event.target.checked })} />
          Answers count only after their email is confirmed
        </label>
        <p className="help">
          Each answer emits the event form_confirmation_requested. Your mail program sends the link; the form needs an email field.
        </p>
        {faults.double_opt_in && <p className="fault">{faults.double_opt_in}</p>}
      </div>
      <QuizEditor quiz={settings.quiz} faults={faults} onChange={(quiz) => set({ quiz })} />
    </div>
  );
}
