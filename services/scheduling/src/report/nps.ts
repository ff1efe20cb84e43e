/** The number of times each answer was given. */
export type Counts = readonly { readonly value: string; readonly count: number }[];

/** Returns the Net Promoter Score of answers from 0 to 10: promoters answer 9 or 10, detractors at most 6. Without answers it is null. */
export function netPromoterScore(answers: Counts) {
  const sum = (isIn: (step: number) => boolean): number =>
    answers.reduce((total, { value, count }) => total + (isIn(Number(value)) ? count : 0), 0);
  const promoters = sum((step) => step >= 9);
  const detractors = sum((step) => step <= 6);
  const responses = sum(() => true);
  return {
    responses,
    promoters,
    passives: responses - promoters - detractors,
    detractors,
    score: responses === 0 ? null : Math.round(((promoters - detractors) / responses) * 1_000) / 10,
  };
}
