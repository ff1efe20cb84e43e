import type { AnswerKind } from '../../api/route-table.ts';
import { routes } from '../../made/routes.ts';

/** An operation that changes something or answers a file, as screens offer it. */
export interface Act {
  readonly contract: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  readonly answer: AnswerKind;
}

const all: readonly Act[] = Object.entries(routes).flatMap(([contract, operations]) =>
  Object.entries(operations).map(([name, [method, path, scope, answer]]) => ({ contract, name, method, path, scope, answer })),
);

/** Every read with a screen: those that answer JSON. */
const readPaths: readonly string[] = all.filter(({ method, answer }) => method === 'GET' && answer !== 'file').map(({ path }) => path);

/** Every act: the operations that are no such read. */
export const acts: readonly Act[] = all.filter(({ method, answer }) => method !== 'GET' || answer === 'file');

/** The reads whose screens have the acts below paths that no read is above. */
const homes: readonly (readonly [path: string, home: string])[] = [
  ['/social/drafts', '/social/posts'],
  ['/social/publish', '/social/posts'],
  ['/http-requests', '/secrets'],
];

/** Reads that belong to a screen although their paths are elsewhere. */
const related: Readonly<Record<string, readonly string[]>> = {
  '/assets': ['/asset-uploads'],
  '/secrets': ['/settings/secrets'],
  '/integrations': ['/settings/integrations'],
  '/social/accounts': ['/settings/social-accounts'],
  '/usage': ['/settings', '/settings/limits', '/settings/usage', '/look'],
  '/finance/orders': ['/finance/summary'],
  '/wallet/transactions': ['/wallet'],
};

/** Returns the paths of the reads that a screen leads to although their paths are elsewhere. */
export const relatedPaths = (path: string): readonly string[] => related[path] ?? [];

/** Returns the path of the read whose screen has an act: the longest one that is the start of its path. */
export function homeOf({ path }: Pick<Act, 'path'>): string | undefined {
  const above = readPaths.filter((read) => path === read || path.startsWith(`${read}/`));
  const longest = above.toSorted((one, other) => other.length - one.length)[0];
  return homes.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? longest;
}

/** The acts of one screen. */
export interface ScreenActs {
  readonly create: Act | undefined;
  readonly edit: Act | undefined;
  readonly remove: Act | undefined;
  /** The POST that takes a deletion back. */
  readonly restore: Act | undefined;
  readonly others: readonly Act[];
}

/** Returns the acts of the screen of a read. */
export function actsOf(readPath: string): ScreenActs {
  const own = acts.filter((act) => homeOf(act) === readPath);
  const at = (method: string) => own.find((act) => act.method === method && act.path === readPath);
  const [create, edit, remove] = [at('POST'), at('PATCH'), at('DELETE')];
  const restore = own.find(({ method, path }) => method === 'POST' && path === `${readPath}/restore`);
  return { create, edit, remove, restore, others: own.filter((act) => act !== create && act !== edit && act !== remove) };
}

/** Returns the id of an act, such as `contacts.merge`. */
export const idOf = ({ contract, name }: Pick<Act, 'contract' | 'name'>): string => `${contract}.${name}`;

/** The rights of a member that decide which acts they see. */
export interface ActRights {
  readonly role: string;
  readonly scopes: readonly string[];
}

const ranks: readonly string[] = ['viewer', 'member', 'admin', 'owner'];

/** Returns true if a member may call an act. `least` is the role that an operation of the settings needs. */
export const mayCall = ({ role, scopes }: ActRights, { scope }: Pick<Act, 'scope'>, least?: string): boolean =>
  scope === '' ? ranks.indexOf(role) >= ranks.indexOf(least ?? 'viewer') : scopes.includes(scope);
