import { formFieldKind } from '@space/contracts/form-rules';
import { Plus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { type Condition, type Group, groupKinds, isGroup, type Test, toCondition, toGroup } from './condition-tree.ts';
import type { FormField } from './form.ts';
import { TestRow } from './test-row.tsx';

/** Props of a condition of a field. */
export interface ConditionEditorProps {
  readonly legend: string;
  /** The word for no condition, such as `Always`. */
  readonly without: string;
  readonly condition: Condition | undefined;
  /** The other fields of the form. */
  readonly others: readonly FormField[];
  readonly fault: string | undefined;
  readonly onChange: (condition: Condition | undefined) => void;
}

/** Renders a condition as a tree of tests of other answers. */
export function ConditionEditor({ legend, without, condition, others, fault, onChange }: ConditionEditorProps): ReactElement {
  const answered = others.filter(({ type }) => formFieldKind(type) !== undefined);
  const first = answered[0];
  return (
    <fieldset className="stack form-condition">
      <legend className="label">{legend}</legend>
      {condition ? (
        <GroupEditor
          label={legend}
          group={toGroup(condition)}
          fields={answered}
          onChange={(group) => onChange(group && toCondition(group))}
        />
      ) : (
        <div className="row">
          <span>{without}</span>
          {first ? (
            <Button small onClick={() => onChange(newTest(first))}>
              <Plus size={14} aria-hidden="true" />
              Add a condition
            </Button>
          ) : (
            <span className="soft">A condition tests another question. Add one first.</span>
          )}
        </div>
      )}
      {fault && <p className="fault">{fault}</p>}
    </fieldset>
  );
}

const newTest = ({ key }: FormField): Test => ({ field: key, op: 'is_not_empty' });

interface GroupEditorProps {
  readonly label: string;
  readonly group: Group;
  readonly fields: readonly FormField[];
  /** Gets undefined when the last part was removed. */
  readonly onChange: (group: Group | undefined) => void;
}

function GroupEditor({ label, group, fields, onChange }: GroupEditorProps): ReactElement {
  const { kind, parts } = group;
  const setPart = (at: number, part: Test | Group | undefined) => {
    const next = part ? parts.with(at, part) : parts.toSpliced(at, 1);
    onChange(next.length > 0 ? { kind, parts: next } : undefined);
  };
  const first = fields[0];
  return (
    <div className="form-group">
      <Select
        label={`How the conditions of “${label}” combine`}
        value={kind}
        choices={groupKinds}
        onChoose={(chosen) => onChange({ kind: chosen, parts })}
      />
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place
        <div key={at} className="form-part">
          {isGroup(part) ? (
            <GroupEditor label={`${label}, part ${at + 1}`} group={part} fields={fields} onChange={(changed) => setPart(at, changed)} />
          ) : (
            <TestRow test={part} fields={fields} onChange={(changed) => setPart(at, changed)} />
          )}
          <Button small look="plain icon" aria-label={`Remove condition ${at + 1}`} onClick={() => setPart(at, undefined)}>
            <X size={14} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {first && (
        <div className="row">
          <Button small look="plain" onClick={() => onChange({ kind, parts: [...parts, newTest(first)] })}>
            <Plus size={14} aria-hidden="true" />
            Add a test
          </Button>
          <Button
            small
            look="plain"
            onClick={() => onChange({ kind, parts: [...parts, { kind: 'any', parts: [newTest(first), newTest(first)] }] })}
          >
            <Plus size={14} aria-hidden="true" />
            Add a group
          </Button>
        </div>
      )}
    </div>
  );
}
