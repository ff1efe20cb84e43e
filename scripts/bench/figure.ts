/** One measured value and its goal. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: number;
  /** `least` if the value must be at least the goal, `most` if at most. */
  readonly bound: 'least' | 'most';
}

/** Returns true if a figure meets its goal. */
export const isMet = ({ value, goal, bound }: Figure): boolean => (bound === 'least' ? value >= goal : value <= goal);
