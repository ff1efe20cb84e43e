import { scopes } from '../../made/scopes.ts';

/** The actions of scopes, from harmless to consequential. */
export const actions = ['read', 'write', 'run'] as const;

/** An action that a scope can grant. */
type Action = (typeof actions)[number];

/** A row of the matrix: a domain with the scopes that a key can hold; an action that no key gets is undefined. */
export interface MatrixRow {
  readonly domain: string;
  readonly scopes: Readonly<Record<Action, string | undefined>>;
}

/** Returns the rows of the matrix with the scopes that the member can give away: their own. Rows without a scope are absent. */
export function matrixRows(own: readonly string[]): readonly MatrixRow[] {
  const given = new Set(scopes.filter((scope) => own.includes(scope)).map(String));
  const domains = [...new Set([...given].map((scope) => scope.split(':')[0]!))];
  return domains.map((domain) => ({
    domain,
    scopes: Object.fromEntries(
      actions.map((action) => [action, given.has(`${domain}:${action}`) ? `${domain}:${action}` : undefined]),
    ) as MatrixRow['scopes'],
  }));
}

/** A choice of scopes that many keys need. */
export type Preset = 'nothing' | 'reads' | 'writes' | 'everything';

const actionsOf: Readonly<Record<Preset, readonly Action[]>> = {
  nothing: [],
  reads: ['read'],
  writes: ['read', 'write'],
  everything: actions,
};

/** Returns the scopes of a preset, within those that the member has. */
export const presetScopes = (preset: Preset, own: readonly string[]): readonly string[] =>
  matrixRows(own).flatMap((row) => actionsOf[preset].flatMap((action) => row.scopes[action] ?? []));

/** Returns the preset that has exactly these scopes, or undefined. */
export function presetOf(chosen: readonly string[], own: readonly string[]): Preset | undefined {
  const wanted = [...chosen].toSorted().join(' ');
  return (Object.keys(actionsOf) as Preset[]).find((preset) => [...presetScopes(preset, own)].toSorted().join(' ') === wanted);
}

/** Returns the scopes with one added, or removed if it is there, in the order of the catalog. */
export function toggleScope(chosen: readonly string[], scope: string): readonly string[] {
  const next = new Set(chosen);
  if (!next.delete(scope)) next.add(scope);
  return scopes.filter((one) => next.has(one));
}
