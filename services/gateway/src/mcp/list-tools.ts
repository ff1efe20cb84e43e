import type { McpResponse } from './sdk-handler.ts';

/*
 * tools/list is answered in two steps. The SDK validates the request of any protocol revision and answers with an empty list.
 * The gateway then writes the serialized tools of the key into that answer. A list of 47 KB would otherwise be serialized
 * again on each request, which takes ten times as long as the rest of the answer.
 */

/** The result of tools/list that the SDK is given. */
export const EMPTY_LIST: { readonly tools: [] } = { tools: [] };

type Message = Readonly<Record<string, unknown>>;

/** Returns true if a JSON-RPC body, or a message of a batch, calls tools/list. */
export const callsListTools = (body: unknown): boolean =>
  Array.isArray(body) ? body.some(callsListTools) : (body as { method?: unknown } | null)?.method === 'tools/list';

/** Returns an answer with `tools`, the text of a JSON array, as the result of each tools/list. Errors stay as they are. */
export function withTools({ status, text }: McpResponse, tools: string): McpResponse {
  if (text === '') return { status, text };
  const answer = JSON.parse(text) as Message | readonly Message[];
  return {
    status,
    text: isBatch(answer) ? `[${answer.map((one) => messageWithTools(one, tools)).join(',')}]` : messageWithTools(answer, tools),
  };
}

const isBatch = (answer: Message | readonly Message[]): answer is readonly Message[] => Array.isArray(answer);

function messageWithTools(message: Message, tools: string): string {
  const { result, ...envelope } = message;
  if (!isEmptyList(result)) return JSON.stringify(message);
  const { tools: _empty, ...rest } = result;
  return objectText(envelope, 'result', objectText(rest, 'tools', tools));
}

const isEmptyList = (result: unknown): result is { readonly tools: [] } =>
  typeof result === 'object' && result !== null && 'tools' in result && Array.isArray(result.tools) && result.tools.length === 0;

/** Returns the JSON of an object with one more member, whose value is JSON text. */
function objectText(members: object, name: string, value: string): string {
  const text = JSON.stringify(members);
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:${value}}`;
}
