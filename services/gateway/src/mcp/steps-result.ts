import type { CallToolResult } from '@modelcontextprotocol/server';
import { UNTRUSTED } from './result.ts';
import { fitsResult } from './result-truncation.ts';

/** A step that was run, with its result as data. */
export interface DoneStep {
  readonly id: string;
  readonly tool: string;
  readonly failed: boolean;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A step as the result shows it. */
interface ShownStep {
  readonly id: string;
  readonly tool: string;
  readonly outcome: 'done' | 'failed';
  readonly answer?: unknown;
  readonly error?: unknown;
}

/**
 * Returns the result of a run: each step with its answer, the calls that undo the done steps with the last one first, and the steps
 * that were not run. The result has at most 40 KB: the largest answers are shortened to their ids first, then undo calls are left out.
 */
export function stepsResult(done: readonly DoneStep[], notRun: readonly string[], understood: readonly string[]): CallToolResult {
  const failed = done.find((step) => step.failed);
  const undo = done.toReversed().flatMap(({ answer }) => answer.undo ?? []);
  const facts = {
    ...(notRun.length > 0 ? { not_run: notRun } : {}),
    ...(understood.length > 0 ? { understood } : {}),
    untrusted: UNTRUSTED,
  };
  const steps = done.map(shownStep);
  const bySize = steps.map((step, n) => ({ n, bytes: JSON.stringify(step).length })).sort((one, other) => other.bytes - one.bytes);
  let content: Record<string, unknown> = { steps, ...undoPart(undo), ...facts };
  for (const { n } of bySize) {
    if (fitsResult(content)) break;
    steps[n] = shortened(steps[n]!);
    content = {
      ...content,
      steps,
      truncated: 'Long answers show their ids only, since a result holds at most 40 KB. The steps are done; do not run them again.',
    };
  }
  for (let shown = undo.length; shown > 0 && !fitsResult(content); shown--)
    content = {
      ...content,
      undo: undo.slice(0, shown - 1),
      truncated: 'Answers show their ids only and some undo calls are left out, since a result holds at most 40 KB.',
    };
  const text = JSON.stringify(content);
  if (!failed) return { content: [{ type: 'text', text }], structuredContent: content };
  return { content: [{ type: 'text', text: `${sentenceOf(failed, done, notRun)}\n${text}` }], structuredContent: content, isError: true };
}

const undoPart = (undo: readonly unknown[]) => (undo.length > 0 ? { undo } : {});

function shownStep({ id, tool, failed, answer: { undo: _undo, untrusted: _untrusted, ...answer } }: DoneStep): ShownStep {
  return failed ? { id, tool, outcome: 'failed', error: answer.error } : { id, tool, outcome: 'done', answer };
}

/** Returns a step whose answer has its ids only. */
function shortened({ answer, ...step }: ShownStep): ShownStep {
  if (typeof answer !== 'object' || answer === null) return step;
  const ids = Object.entries(answer).filter(
    ([name, value]) => /^(?:id|.*_id)$/.test(name) && typeof value === 'string' && value.length <= 64,
  );
  return { ...step, answer: Object.fromEntries(ids) };
}

/** Returns the sentence for a run that a step ended. */
function sentenceOf({ id, tool, answer }: DoneStep, done: readonly DoneStep[], notRun: readonly string[]): string {
  const { message = '' } = (answer.error ?? {}) as { readonly message?: string };
  const earlier = done.filter((step) => !step.failed).map((step) => step.id);
  const before = earlier.length > 0 ? `Done before it and still done: ${earlier.join(', ')}.` : 'No step was done before it.';
  return `Step ${id} (${tool}) failed: ${message} ${before}${notRun.length > 0 ? ` Not run: ${notRun.join(', ')}.` : ''}`;
}
