const HIGHEST_PORT = 65_535;

/** Returns true for one entry of a list of ports: a port, or a range such as `8000-8999`. */
export function isPortEntry(entry: string): boolean {
  const [from, to] = rangeOf(entry);
  return from >= 1 && from <= to && to <= HIGHEST_PORT;
}

/** Returns a test for the ports in a comma-separated list such as `443,8000-8999` (SPACE_WEBHOOK_PORTS). */
export function portList(list: string): (port: number) => boolean {
  const ranges = list.split(',').map(rangeOf);
  return (port) => ranges.some(([from, to]) => from <= port && port <= to);
}

/** Returns the ends of an entry; those of another text are not numbers, so that they contain no port. */
function rangeOf(entry: string): [number, number] {
  const [, from, to = from] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(entry) ?? [];
  return [Number(from), Number(to)];
}
