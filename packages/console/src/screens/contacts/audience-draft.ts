import { type Condition, conditionDraft, type GroupDraft, newGroup, readCondition } from './condition-draft.ts';
import type { Audience } from './contact.ts';

/** An audience by rules while it is edited. */
export interface AudienceDraft {
  readonly name: string;
  readonly purpose: string;
  readonly group: GroupDraft;
}

/** The fields of an audience that a draft sets; the condition is undefined while a rule is not complete. */
export interface AudienceFields {
  readonly name: string;
  readonly description: string | null;
  readonly condition: Condition | undefined;
}

/** Returns the draft of a new audience. */
export const newAudience = (): AudienceDraft => ({ name: '', purpose: '', group: newGroup() });

/** Returns the draft of an audience. */
export const audienceDraft = ({ name, description, condition }: Pick<Audience, 'name' | 'description' | 'condition'>): AudienceDraft => ({
  name,
  purpose: description ?? '',
  group: groupOf(condition),
});

/** Returns the fields of a draft. A single rule needs no group around it. */
export function fieldsOf({ name, purpose, group }: AudienceDraft): AudienceFields {
  const only = group.rules.length === 1 && group.nots === 0 ? group.rules[0] : undefined;
  return { name: name.trim(), description: purpose.trim() || null, condition: readCondition(only ?? group) };
}

/** Returns the group of a condition; any other condition is the only rule of a group. */
function groupOf(condition: Condition | null | undefined): GroupDraft {
  if (!condition) return newGroup();
  const draft = conditionDraft(condition);
  return draft.kind === 'group' ? draft : { ...newGroup(), rules: [draft] };
}
