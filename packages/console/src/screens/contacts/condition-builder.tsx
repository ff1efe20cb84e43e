import { Plus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import {
  type ConditionDraft,
  type GroupDraft,
  isEmptyTest,
  newGroup,
  newRule,
  operators,
  type RuleDraft,
  subjects,
} from './condition-draft.ts';
import { TagField } from './tag-field.tsx';

/** Levels of groups that the builder adds; the service allows more. */
const MAX_DEPTH = 3;

/** Props of the builder of one level. */
export interface ConditionBuilderProps {
  readonly group: GroupDraft;
  readonly onChange: (group: GroupDraft) => void;
  readonly depth?: number;
}

/** Renders rules that must all hold, or of which one must. A group can contain further groups. */
export function ConditionBuilder({ group, onChange, depth = 1 }: ConditionBuilderProps): ReactElement {
  const { rules } = group;
  const set = (index: number, rule: ConditionDraft) => onChange({ ...group, rules: rules.with(index, rule) });
  return (
    <fieldset className="rules">
      <legend className="hidden-text">{depth === 1 ? 'Rules' : 'Group of rules'}</legend>
      <div className="rule">
        <div className="field">
          <span className="label">A contact is in it if</span>
          <Select
            label={depth === 1 ? 'How the rules join' : `How the rules of level ${depth} join`}
            value={`${group.nots % 2 === 1 ? 'not-' : ''}${group.op}`}
            choices={[
              ['and', 'all of these hold'],
              ['or', 'at least one of these holds'],
              ['not-and', 'not all of these hold'],
              ['not-or', 'none of these holds'],
            ]}
            onChoose={(way) => onChange({ ...group, op: way.endsWith('and') ? 'and' : 'or', nots: way.startsWith('not-') ? 1 : 0 })}
          />
        </div>
      </div>
      {rules.map((rule, index) => (
        <div key={rule.key} className="rule">
          {rule.kind === 'group' ? (
            <ConditionBuilder group={rule} depth={depth + 1} onChange={(changed) => set(index, changed)} />
          ) : (
            <Rule rule={rule} number={index + 1} onChange={(changed) => set(index, changed)} />
          )}
          <Button
            small
            look="plain icon"
            aria-label={`Remove rule ${index + 1}`}
            disabled={rules.length === 1}
            onClick={() => onChange({ ...group, rules: rules.toSpliced(index, 1) })}
          >
            <X size={15} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <div className="row">
        <Button small onClick={() => onChange({ ...group, rules: [...rules, newRule()] })}>
          <Plus size={14} aria-hidden="true" />
          Add a rule
        </Button>
        {depth < MAX_DEPTH && (
          <Button small onClick={() => onChange({ ...group, rules: [...rules, newGroup(group.op === 'and' ? 'or' : 'and')] })}>
            <Plus size={14} aria-hidden="true" />
            Add a group
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface RuleProps {
  readonly rule: RuleDraft;
  readonly number: number;
  readonly onChange: (rule: RuleDraft) => void;
}

function Rule({ rule, number, onChange }: RuleProps): ReactElement {
  const isTag = rule.subject === 'tag';
  const isNot = rule.nots % 2 === 1;
  return (
    <>
      <div className="field">
        <span className="label">Rule {number}</span>
        <Select
          label={`What rule ${number} looks at`}
          value={rule.subject}
          choices={subjects}
          onChoose={(subject) => onChange({ ...rule, subject, op: subject === 'tag' ? 'eq' : rule.op, type: rule.type ?? 'text' })}
        />
      </div>
      {rule.subject === 'custom_field' && (
        <TextField
          label="Its name"
          maxLength={128}
          value={rule.custom_field}
          onChange={(event) => onChange({ ...rule, custom_field: event.target.value })}
        />
      )}
      <div className="field">
        <span className="label">Test</span>
        {isTag ? (
          <Select
            label={`Test of rule ${number}`}
            value={isNot ? 'not' : 'has'}
            choices={[
              ['has', 'has it'],
              ['not', 'does not have it'],
            ]}
            onChoose={(way) => onChange({ ...rule, nots: way === 'not' ? 1 : 0 })}
          />
        ) : (
          <Select
            label={`Test of rule ${number}`}
            value={`${isNot ? 'not-' : ''}${rule.op}`}
            choices={[...operators, ...(isNot ? [[`not-${rule.op}`, `not: ${rule.op}`] as const] : [])]}
            onChoose={(op) => onChange({ ...rule, op, nots: 0, type: isEmptyTest(op) ? undefined : (rule.type ?? 'text') })}
          />
        )}
      </div>
      {isTag && <TagField label="Tag" value={rule.value} onChange={(value) => onChange({ ...rule, value })} />}
      {!isTag && !isEmptyTest(rule.op) && (
        <TextField
          label="Value"
          maxLength={500}
          value={rule.value}
          onChange={(event) => onChange({ ...rule, value: event.target.value })}
        />
      )}
      {rule.subject === 'custom_field' && !isEmptyTest(rule.op) && (
        <div className="field">
          <span className="label">As</span>
          <Select
            label={`Type of the value of rule ${number}`}
            value={rule.type ?? 'text'}
            choices={[
              ['text', 'a text'],
              ['number', 'a number'],
              ['yes_no', 'true or false'],
            ]}
            onChoose={(type) => onChange({ ...rule, type })}
          />
        </div>
      )}
    </>
  );
}
