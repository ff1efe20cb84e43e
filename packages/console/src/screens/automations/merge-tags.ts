import type { MergeTag } from '../../parts/schema-form/form-context.tsx';
import { isObject } from '../../parts/schema-form/schema-kind.ts';

/** Levels of a sample that become tags, and entries of one list of it. */
const DEPTH = 4;
const LIST_ENTRIES = 1;

/** An earlier step: the operation and the names of the fields of its answer. */
interface EarlierStep {
  readonly operation: string;
  readonly answers: readonly string[];
}

/** The values that the tags of a step can read. */
export interface TagSources {
  /** The sample of the event type that starts the automation; undefined for a start by hand. */
  readonly sample: Readonly<Record<string, unknown>> | undefined;
  readonly event_type: string;
  /** The payload of a run by hand, if one was entered. */
  readonly payload: unknown;
  readonly earlier: readonly EarlierStep[];
}

/** Returns the merge tags of a step with an example each: of the contact, the event, the payload, and the answers of earlier steps. */
export function mergeTags({ sample, event_type, payload, earlier }: TagSources): readonly MergeTag[] {
  const contact = sample && isObject(sample.contact) ? leaves('contact', sample.contact) : [];
  const event = sample
    ? [{ tag: 'event.id' }, { tag: 'event.type', example: event_type }, { tag: 'event.occurred_at' }, ...leaves('event.data', sample)]
    : [];
  const given = isObject(payload) ? leaves('payload', payload) : [];
  const steps = earlier.flatMap(({ operation, answers }, index) =>
    answers.map((name) => ({ tag: `steps.${index}.${name}`, example: `from ${operation}` })),
  );
  return [...contact, ...event, ...given, ...steps];
}

function leaves(path: string, value: unknown, depth = 0): readonly MergeTag[] {
  const isNested = depth < DEPTH && typeof value === 'object' && value !== null;
  if (!isNested) return [{ tag: path, example: textOf(value) }];
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, LIST_ENTRIES) : Object.entries(value);
  const whole = Array.isArray(value) || depth > 0 ? [{ tag: path, example: textOf(value) }] : [];
  return [...whole, ...entries.flatMap(([key, entry]) => leaves(`${path}.${key}`, entry, depth + 1))];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';
