/** One media range of an Accept header. */
interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

/** The range that decides about a type: its quality, how exactly it names the type, and its place in the header. */
interface Match {
  readonly quality: number;
  readonly exactness: number;
  readonly place: number;
}

const RANGE = /^\s*([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)\s*(?:;(.*))?$/;
const QUALITY = /(?:^|;)\s*q\s*=\s*([\d.]+)\s*(?:;|$)/i;

/**
 * Returns the type that an Accept header prefers (RFC 9110, 12.5.1), or undefined if it accepts none of them. Without a valid
 * range it is the first type. Parameters other than `q`, such as a charset, are ignored.
 */
export function preferredType(accept: string | undefined, types: readonly string[]): string | undefined {
  const ranges = (accept ?? '').split(',').flatMap((part) => rangeOf(part) ?? []);
  if (ranges.length === 0) return types[0];
  return types
    .map((type) => ({ type, match: matchOf(type, ranges) }))
    .filter(({ match }) => match.quality > 0)
    .sort((a, b) => compare(a.match, b.match))[0]?.type;
}

function rangeOf(part: string): MediaRange | undefined {
  const [, type, subtype, parameters = ''] = RANGE.exec(part) ?? [];
  if (type === undefined || subtype === undefined) return undefined;
  const quality = Number(QUALITY.exec(parameters)?.[1] ?? 1);
  return { type: type.toLowerCase(), subtype: subtype.toLowerCase(), quality: Number.isNaN(quality) ? 1 : Math.min(quality, 1) };
}

const NO_MATCH: Match = { quality: 0, exactness: -1, place: 0 };

/** Returns the match of the range that names a type most exactly. */
function matchOf(type: string, ranges: readonly MediaRange[]): Match {
  const [main, sub] = type.split('/');
  let best = NO_MATCH;
  for (const [place, range] of ranges.entries()) {
    const exactness = range.type === '*' ? 0 : range.type !== main ? -1 : range.subtype === '*' ? 1 : range.subtype === sub ? 2 : -1;
    if (exactness > best.exactness) best = { quality: range.quality, exactness, place };
  }
  return best;
}

const compare = (a: Match, b: Match): number => b.quality - a.quality || b.exactness - a.exactness || a.place - b.place;
