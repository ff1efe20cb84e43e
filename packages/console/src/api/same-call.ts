import { operations } from '../made/operations.ts';
import { routes } from '../made/routes.ts';
import { fillPath, queryString, withoutPath } from './request-url.ts';
import type { Arguments } from './send.ts';

/** The forms of one call outside of the console; a form that an operation does not have is undefined. */
export interface SameCall {
  readonly curl: string;
  readonly typescript: string;
  readonly mcp: string | undefined;
}

/** Returns the same call as a curl command, as TypeScript and as the call of an MCP tool. The key stands as `$SPACE_KEY`. */
export function sameCall(contract: string, name: string, args: Arguments = {}): SameCall | undefined {
  const [method, path] = routes[contract]?.[name] ?? [];
  const facts = operations.find(([id]) => id === `${contract}.${name}`);
  if (!method || !path || !facts) return undefined;
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  return { curl: curlText(method, path, given), typescript: typescriptText(contract, name, given), mcp: mcpText(facts[3], given) };
}

function curlText(method: string, path: string, args: Arguments): string {
  const rest = withoutPath(path, args);
  const hasBody = method === 'POST' || method === 'PATCH';
  const url = `"$SPACE_URL${fillPath(path, args)}${hasBody ? '' : queryString(rest)}"`;
  const lines = ['curl', ...(method === 'GET' ? [] : [`-X ${method}`]), url].join(' ');
  const head = `${lines} \\\n  -H "Authorization: Bearer $SPACE_KEY"`;
  if (!hasBody) return head;
  return `${head} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(rest).replaceAll("'", "'\\''")}'`;
}

function typescriptText(contract: string, name: string, args: Arguments): string {
  const text = Object.keys(args).length === 0 ? '' : JSON.stringify(args, null, 2);
  return `const answer = await client.${contract}.${name}(${text});`;
}

function mcpText(
  tools: readonly (readonly [name: string, preset?: Readonly<Record<string, unknown>>])[],
  args: Arguments,
): string | undefined {
  const [tool, preset = {}] = tools[0] ?? [];
  if (!tool) return undefined;
  const offered = Object.fromEntries(Object.entries(args).filter(([field]) => !Object.hasOwn(preset, field)));
  return JSON.stringify({ method: 'tools/call', params: { name: tool, arguments: offered } }, null, 2);
}
