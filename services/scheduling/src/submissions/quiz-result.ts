import type { FormField, Quiz, QuizResult } from '@space/contracts/scheduling';
import type { ValidatedAnswers } from '../answers/compile-form.ts';

/** Scores the answers to a form with a quiz. Visible questions count, answered or not. */
export function scoreQuiz(fields: readonly FormField[], { pass_percent }: Quiz, { answers, shown }: ValidatedAnswers): QuizResult {
  let score = 0;
  let most = 0;
  const correct: Record<string, boolean> = {};
  for (const { key, type, options = [] } of fields) {
    const right = options.filter((option) => option.correct).map(({ value }) => value);
    const isScored = options.some((option) => option.score !== undefined);
    if (!shown.has(key) || (right.length === 0 && !isScored)) continue;
    const answer = answers[key];
    const chosen = (Array.isArray(answer) ? answer : [answer]).filter((one): one is string => typeof one === 'string');
    const isMany = type === 'multi_select';
    const isRight = isMany
      ? chosen.length === right.length && right.every((value) => chosen.includes(value))
      : chosen.length === 1 && right.includes(chosen[0]!);
    if (right.length > 0) correct[key] = isRight;
    // A question whose options have no points is worth one point.
    const points = options.map((option) => option.score ?? 0);
    score += isScored ? options.reduce((sum, option, at) => sum + (chosen.includes(option.value) ? points[at]! : 0), 0) : Number(isRight);
    most += isScored ? (isMany ? points.reduce((sum, one) => sum + Math.max(0, one), 0) : Math.max(0, ...points)) : 1;
  }
  const percent = most > 0 ? Math.round(Math.min(100, Math.max(0, (score / most) * 100)) * 10) / 10 : 0;
  return { score, max_score: most, percent, passed: percent >= pass_percent, correct };
}

/** Returns the outcome with the highest `min_percent` that was reached, or undefined. */
export const findOutcome = ({ outcomes }: Quiz, { percent }: QuizResult): Quiz['outcomes'][number] | undefined =>
  outcomes.filter(({ min_percent }) => percent >= min_percent).toSorted((a, b) => b.min_percent - a.min_percent)[0];
