/** One measured value and its goal. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same work without our code, in the same unit. The goal is then for the ratio of the value to it. */
  readonly floor?: number;
  readonly goal: number;
  /** `least` if the value must be at least the goal, `most` if at most. */
  readonly bound: 'least' | 'most';
}

/** Returns true if a figure meets its goal. */
export const isMet = ({ value, floor = 1, goal, bound }: Figure): boolean =>
  bound === 'least' ? value / floor >= goal : value / floor <= goal;
