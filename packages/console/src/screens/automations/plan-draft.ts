import type { ContractInputs } from '../../api/operation-input.ts';
import { isSame } from '../../parts/schema-form/changed.ts';
import type { Draft } from '../../parts/schema-form/draft.ts';
import { readDraft } from '../../parts/schema-form/draft-value.ts';
import { filterText, readFilter } from '../listening/filter-text.ts';

/** One step of an automation while it is edited. */
export interface StepDraft {
  /** Tells the steps of the editor apart. */
  readonly key: string;
  readonly operation: string;
  readonly name: string;
  /** The arguments as they were given; the form changes `draft`. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly draft: Draft;
}

/** An automation while it is edited. A filter is a text, or several with commas between. */
export interface PlanDraft {
  readonly name: string;
  readonly description: string;
  /** The type of the events that start it; empty for a start by hand. */
  readonly event_type: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly steps: readonly StepDraft[];
}

/** The fields of an automation that the editor changes, as they are sent. */
export interface PlanFields {
  readonly name: string;
  readonly description: string | null;
  readonly trigger: { readonly manual: true } | { readonly event_type: string; readonly filters: Readonly<Record<string, unknown>> };
  readonly actions: readonly {
    readonly operation: string;
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly name?: string;
  }[];
}

let made = 0;

/** Returns a step that calls an operation. */
export const newStep = (operation: string, given: Readonly<Record<string, unknown>> = {}, name = ''): StepDraft => {
  made += 1;
  return { key: `step-${made}`, operation, name, given, draft: undefined };
};

/** Returns the draft of the fields of an automation. */
export function planDraftOf({ name, description, trigger, actions }: PlanFields): PlanDraft {
  const filters = 'filters' in trigger ? Object.entries(trigger.filters) : [];
  return {
    name,
    description: description ?? '',
    event_type: 'event_type' in trigger ? trigger.event_type : '',
    filters: Object.fromEntries(filters.map(([key, value]) => [key, filterText(value)])),
    steps: actions.map((action) => newStep(action.operation, action.arguments, action.name)),
  };
}

/** The fields of a draft, and a sentence for each field that cannot be sent, by its path. */
export interface ReadPlan {
  readonly fields: PlanFields;
  readonly faults: Readonly<Record<string, string>>;
}

/** Reads a draft. `inputs` has the contracts whose forms were shown; the arguments of other steps are as they were given. */
export function readPlan(plan: PlanDraft, inputs: Readonly<Record<string, ContractInputs>> = {}): ReadPlan {
  const faults: Record<string, string> = {};
  if (plan.name.trim() === '') faults.name = 'An automation needs a name.';
  if (plan.steps.length === 0) faults.actions = 'An automation needs a step.';
  const actions = plan.steps.map(({ operation, name, given, draft }, index) => {
    const [contract = '', op = ''] = operation.split('.');
    const schema = inputs[contract]?.[op]?.schema;
    const read = schema && draft !== undefined ? readDraft(schema, draft, schema) : undefined;
    for (const [path, fault] of Object.entries(read?.faults ?? {})) faults[`actions.${index}.arguments.${path}`] = fault;
    const args = (read?.value ?? given) as Readonly<Record<string, unknown>>;
    return { operation, arguments: args, ...(name.trim() !== '' && { name: name.trim() }) };
  });
  const filters = Object.entries(plan.filters)
    .map(([key, text]) => [key, readFilter(text)] as const)
    .filter(([, value]) => value !== undefined);
  const trigger =
    plan.event_type === '' ? ({ manual: true } as const) : { event_type: plan.event_type, filters: Object.fromEntries(filters) };
  return { fields: { name: plan.name.trim(), description: plan.description.trim() || null, trigger, actions }, faults };
}

/** Returns the fields of a plan that differ from those before. */
export const changedPlan = (before: PlanFields, after: PlanFields): Partial<PlanFields> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(before[name as keyof PlanFields], value)));
