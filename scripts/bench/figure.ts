/** One measured value beside what it should be. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: number;
  /** Whether the goal is the least it should be, or the most. */
  readonly bound: 'least' | 'most';
}

/** Whether a figure is as good as its goal. */
export const isMet = ({ value, goal, bound }: Figure): boolean => (bound === 'least' ? value >= goal : value <= goal);
