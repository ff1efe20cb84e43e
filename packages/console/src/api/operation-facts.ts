/** The id, scope (empty for an operation without one), summary and MCP tools of an operation; a tool may fix arguments. */
export type OperationFacts = readonly [
  id: string,
  scope: string,
  summary: string,
  tools: readonly (readonly [name: string, preset?: Readonly<Record<string, unknown>>])[],
];
