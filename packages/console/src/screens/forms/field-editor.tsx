import { contactFields, formFieldKind } from '@space/contracts/form-rules';
import type { ReactElement } from 'react';
import { TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { fieldWords } from './field-words.ts';
import type { FormField } from './form.ts';
import { OptionEditor } from './option-editor.tsx';
import { RuleEditor } from './rule-editor.tsx';

/** A change of a field; undefined removes a property. */
type FieldChange = { readonly [K in keyof FormField]?: FormField[K] | undefined };

/** Props of the editor of one field; `faults` has the paths below the field. */
export interface FieldEditorProps {
  readonly field: FormField;
  readonly others: readonly FormField[];
  readonly types: readonly FormField['type'][];
  readonly isQuiz: boolean;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (change: FieldChange) => void;
}

/** Types with an empty input that can show a text. */
const withPlaceholder: ReadonlySet<FormField['type']> = new Set([
  'short_text',
  'long_text',
  'full_name',
  'email',
  'phone',
  'url',
  'number',
  'currency',
  'select',
  'signature',
]);

/** Types of which an answer can stand for another text. */
const withOther: ReadonlySet<FormField['type']> = new Set(['select', 'radio', 'multi_select']);

/** Renders everything that the contract knows about one field. */
export function FieldEditor({ field, others, types, isQuiz, faults, onChange }: FieldEditorProps): ReactElement {
  const { type } = field;
  const kind = formFieldKind(type);
  const isQuestion = kind !== undefined;
  return (
    <div className="stack form-field-editor">
      <TextField
        label={isQuestion ? 'Question' : 'Text'}
        maxLength={500}
        fault={faults.label}
        value={field.label}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      {isQuestion && type !== 'hidden' && (
        <label className="tick">
          <input
            type="checkbox"
            checked={field.required === true}
            onChange={(event) => onChange({ required: event.target.checked || undefined })}
          />
          An answer is required
        </label>
      )}
      {type !== 'page_break' && type !== 'hidden' && (
        <TextArea
          label="Help text"
          rows={2}
          maxLength={2_000}
          fault={faults.help}
          value={field.help ?? ''}
          onChange={(event) => onChange({ help: event.target.value || undefined })}
        />
      )}
      {kind?.options && (
        <OptionEditor
          legend={type === 'matrix' ? 'Columns' : 'Choices'}
          options={field.options ?? []}
          isQuiz={isQuiz && type !== 'matrix'}
          canBeOther={withOther.has(type)}
          faults={faults}
          onChange={(options) => onChange({ options })}
        />
      )}
      {kind?.rows && (
        <TextArea
          label="Rows"
          help="One row on each line"
          fault={faults.rows}
          defaultValue={field.rows?.join('\n') ?? ''}
          onChange={(event) => onChange({ rows: linesOf(event.target.value) })}
        />
      )}
      <RuleEditor field={field} faults={faults} onChange={(validation) => onChange({ validation })} />
      <ConditionEditor
        legend="Shown when"
        without="Always"
        condition={field.visible_if}
        others={others}
        fault={faults.visible_if}
        onChange={(visible_if) => onChange({ visible_if })}
      />
      {isQuestion && type !== 'hidden' && field.required !== true && (
        <ConditionEditor
          legend="Required when"
          without="Never"
          condition={field.required_if}
          others={others}
          fault={faults.required_if}
          onChange={(required_if) => onChange({ required_if })}
        />
      )}
      <details>
        <summary>Type, name of the answer and contact</summary>
        <div className="stack form-more">
          <SelectField
            label="Type"
            value={type}
            choices={types.map((one) => [one, fieldWords(one).name] as const)}
            fault={faults.type}
            onChoose={(chosen) => onChange({ type: chosen })}
          />
          <TextField
            label="Name of the answer"
            help="In the API and in events: letters, digits and underscores. Answers that were sent stay under the old name."
            maxLength={60}
            spellCheck={false}
            fault={faults.key}
            value={field.key}
            onChange={(event) => onChange({ key: event.target.value })}
          />
          {isQuestion && <ContactField value={field.map_to} fault={faults.map_to} onChange={(map_to) => onChange({ map_to })} />}
          {withPlaceholder.has(type) && (
            <TextField
              label="Text while it is empty"
              maxLength={200}
              fault={faults.placeholder}
              value={field.placeholder ?? ''}
              onChange={(event) => onChange({ placeholder: event.target.value || undefined })}
            />
          )}
          {isQuestion && (
            <DefaultValue field={field} fault={faults.default_value} onChange={(default_value) => onChange({ default_value })} />
          )}
        </div>
      </details>
    </div>
  );
}

const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

const CUSTOM = 'contact.custom_fields.';

/** Renders which field of the contact an answer fills; a field of the Space's own is named by its key. */
function ContactField({
  value,
  fault,
  onChange,
}: {
  readonly value: string | undefined;
  readonly fault: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}): ReactElement {
  const isCustom = value?.startsWith(CUSTOM) ?? false;
  return (
    <>
      <SelectField
        label="Fills in the contact"
        value={isCustom ? CUSTOM : (value ?? '')}
        choices={[
          ['', 'By itself: email, phone and name'],
          ...contactFields.map((name) => [`contact.${name}`, name.replaceAll('_', ' ')] as const),
          [CUSTOM, 'A custom field'],
        ]}
        fault={isCustom ? undefined : fault}
        onChoose={(chosen) => onChange(chosen === '' ? undefined : chosen === CUSTOM ? `${CUSTOM}field` : chosen)}
      />
      {isCustom && (
        <TextField
          label="Key of the custom field"
          maxLength={60}
          spellCheck={false}
          fault={fault}
          value={value!.slice(CUSTOM.length)}
          onChange={(event) => onChange(CUSTOM + event.target.value)}
        />
      )}
    </>
  );
}

/** Types whose value at first is a text. */
const withTextDefault: ReadonlySet<FormField['type']> = new Set(
  'short_text long_text full_name email phone url number currency date time datetime country hidden rating scale nps'.split(
    ' ',
  ) as FormField['type'][],
);

function DefaultValue({
  field,
  fault,
  onChange,
}: {
  readonly field: FormField;
  readonly fault: string | undefined;
  readonly onChange: (value: FormField['default_value'] | undefined) => void;
}): ReactElement | null {
  const { type, options, default_value } = field;
  if (options && withOther.has(type) && type !== 'multi_select')
    return (
      <SelectField
        label="Chosen at first"
        value={typeof default_value === 'string' ? default_value : ''}
        choices={[['', 'Nothing'], ...options.filter(({ value }) => value !== '').map(({ value, label }) => [value, label] as const)]}
        fault={fault}
        onChoose={(value) => onChange(value === '' ? undefined : value)}
      />
    );
  if (!withTextDefault.has(type)) return null;
  return (
    <TextField
      label="Value at first"
      fault={fault}
      value={typeof default_value === 'object' ? '' : String(default_value ?? '')}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}
