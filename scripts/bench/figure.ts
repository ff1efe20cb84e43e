/** One measured value and its goal. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same work without our code, in the same unit. */
  readonly floor?: number;
  /** The goal of the ratio to the floor, if there is one, unless `is_goal_of_value`. */
  readonly goal: number;
  readonly is_goal_of_value?: true;
  /** `least` if the value must be at least the goal, `most` if at most. */
  readonly bound: 'least' | 'most';
}

/** Returns true if a figure meets its goal. */
export function isMet({ value, floor, goal, is_goal_of_value, bound }: Figure): boolean {
  const measured = floor === undefined || is_goal_of_value ? value : value / floor;
  return bound === 'least' ? measured >= goal : measured <= goal;
}
