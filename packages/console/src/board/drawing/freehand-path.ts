/** Returns the path data of a freehand drawing: curves through the middles between its points. One point is a dot. */
export function freehandPath(points: readonly (readonly [number, number])[]): string {
  const [first] = points;
  if (!first) return '';
  if (points.length === 1) return `M${first[0]} ${first[1]}h0.01`;
  const curves = points.slice(1, -1).map(([x, y], at) => {
    const [nextX, nextY] = points[at + 2]!;
    return `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  const last = points.at(-1)!;
  return `M${first[0]} ${first[1]}${curves.join('')}L${last[0]} ${last[1]}`;
}
