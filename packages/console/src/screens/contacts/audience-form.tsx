import { type ReactElement, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { ExistingLink } from '../acts/existing-link.tsx';
import { ConditionBuilder } from './condition-builder.tsx';
import { type Condition, conditionDraft, type GroupDraft, newGroup, readCondition } from './condition-draft.ts';
import { LiveCount } from './live-count.tsx';

/** The fields of an audience that the form changes. */
export interface AudienceFields {
  readonly name: string;
  readonly description: string | null;
  readonly condition: Condition;
}

/** Props of the form: the audience before, the words of its button, and what saves it. */
export interface AudienceFormProps {
  readonly name?: string;
  readonly description?: string | null;
  readonly condition?: Condition | null;
  readonly id?: string;
  readonly action: string;
  readonly onSave: (fields: AudienceFields) => Promise<unknown>;
}

/** Renders the form of an audience by rules, with the number of its contacts while the rules change. */
export function AudienceForm({ name: before = '', description = null, condition, id, action, onSave }: AudienceFormProps): ReactElement {
  const [name, setName] = useState(before);
  const [purpose, setPurpose] = useState(description ?? '');
  const [group, setGroup] = useState<GroupDraft>(() => groupOf(condition));
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const read = readCondition(group);
  // A single rule needs no group around it.
  const only = group.rules.length === 1 && group.nots === 0 ? group.rules[0] : undefined;
  const made = read && only ? readCondition(only) : read;
  const fields = { name: name.trim(), description: purpose.trim() || null, condition: made };
  const faults = error instanceof ApiError ? error.errors : [];
  async function save(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await onSave(fields as AudienceFields);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && made && fields.name !== '') void save();
      }}
    >
      <TextField
        label="Name"
        maxLength={200}
        fault={faults.find(({ path }) => path === 'name')?.message}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField label="Purpose" maxLength={1_000} value={purpose} onChange={(event) => setPurpose(event.target.value)} />
      <ConditionBuilder group={group} onChange={setGroup} />
      <LiveCount condition={made} />
      {error !== undefined && <ProblemNotice error={error} />}
      <ExistingLink error={error} path="/audiences" />
      <div className="row end">
        <SameCall contract="audiences" name={id ? 'update' : 'create'} args={{ ...(id && { id }), ...fields }} />
        <Button type="submit" look="primary" disabled={isBusy || !made || fields.name === ''}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** Returns the group of a condition; any other condition is the only rule of a group. */
function groupOf(condition: Condition | null | undefined): GroupDraft {
  if (!condition) return newGroup();
  const draft = conditionDraft(condition);
  return draft.kind === 'group' ? draft : { ...newGroup(), rules: [draft] };
}
