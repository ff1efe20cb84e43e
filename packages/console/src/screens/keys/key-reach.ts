import { operations } from '../../made/operations.ts';

/** Returns the numbers of operations and MCP tools that a key with these scopes reaches. */
export function keyReach(scopes: readonly string[]): { readonly operations: number; readonly tools: number } {
  const reached = operations.filter(([, scope]) => scope === '' || scopes.includes(scope));
  return { operations: reached.length, tools: reached.reduce((sum, [, , , tools]) => sum + tools.length, 0) };
}
