import type { Connection } from './connection.ts';

/** The facts of a start that the terminal shows. */
interface Start {
  readonly isNew: boolean;
  /** The link that makes the first person; null when there are people. */
  readonly setup_url: string | null;
  readonly folder: string;
  readonly milliseconds: number;
}

/** Returns the text for the terminal after the start: addresses, the key of a new Space, and three commands to try. */
export function banner(connection: Connection, options: Start): string {
  const { base_url, mcp_url, public_url, console_url, metrics_url, space_id, api_key } = connection;
  const key = options.isNew ? api_key : '$SPACE_KEY';
  const shown = options.isNew
    ? `  API key     ${api_key}\n              Shown only now; it is also in ${options.folder}/connection.json.`
    : `  API key     in ${options.folder}/connection.json (export SPACE_KEY=… to paste the commands below)`;
  return `
Space API runs (ready in ${options.milliseconds} ms). Ctrl-C stops it; the data stays in ${options.folder}.

  REST        ${base_url}
  MCP         ${mcp_url}
  Reference   ${new URL('/docs', base_url).href}
  Public      ${public_url}
  Console     ${options.setup_url ?? console_url}
  Metrics     ${metrics_url}
  Space       ${space_id}
${shown}

Try:
  curl -H "Authorization: Bearer ${key}" "${base_url}/contacts"
  curl -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"name":"Ada Lovelace","email":"ada@example.com"}' "${base_url}/contacts"
  curl -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' "${mcp_url}"

`;
}
