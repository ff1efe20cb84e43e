/** A piece of time that is drawn: its edges from the top. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** The place of a piece among those that overlap it. */
export interface Lane {
  readonly lane: number;
  readonly lanes: number;
}

/** Returns the lane of each piece, so that pieces which overlap stand next to each other. */
export function lanesOf(pieces: readonly Piece[]): readonly Lane[] {
  const order = pieces
    .map((_, at) => at)
    .toSorted((one, other) => pieces[one]!.from - pieces[other]!.from || pieces[other]!.to - pieces[one]!.to);
  const found: Lane[] = pieces.map(() => ({ lane: 0, lanes: 1 }));
  let group: number[] = [];
  let ends: number[] = [];
  function closeGroup(): void {
    for (const at of group) found[at] = { lane: found[at]!.lane, lanes: ends.length };
    group = [];
    ends = [];
  }
  for (const at of order) {
    const { from, to } = pieces[at]!;
    if (ends.length > 0 && ends.every((end) => end <= from)) closeGroup();
    const free = ends.findIndex((end) => end <= from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = to;
    found[at] = { lane, lanes: 1 };
    group.push(at);
  }
  closeGroup();
  return found;
}
