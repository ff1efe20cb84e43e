import type { CallableTool } from './tools/callable-tools.ts';

/** A list of which a result shows the beginning. */
interface TruncatedList {
  readonly name: string;
  readonly shown: number;
  readonly total: number;
  readonly is_dry_run: boolean;
  readonly is_page: boolean;
}

const LIMIT = 'since a result holds at most 40 KB';

/**
 * Returns the sentences that say what was truncated and which arguments fetch the rest. They only suggest arguments that the
 * tool accepts, and never to repeat a write.
 */
export function truncationNotice(tool: CallableTool, list?: TruncatedList): string {
  if (!list) return isWrite(tool) ? doneSentence(tool) : wholeSentence(tool);
  const { name, shown, total, is_dry_run, is_page } = list;
  if (!isWrite(tool)) {
    const rest = is_page && accepts(tool, 'limit') ? nextPageSentence(tool, shown) : wholeSentence(tool);
    return `Showing ${shown} of ${total}${is_page ? '' : ` ${name}`}, ${LIMIT}. ${rest}`;
  }
  if (is_dry_run) return `Nothing was stored, since this was a dry run; ${shown} of ${total} ${name} are shown, ${LIMIT}.`;
  if (name !== 'data') return `The call is done; ${shown} of ${total} ${name} are shown, ${LIMIT}.${readSentence(tool)}`;
  return `All ${total} were written, so do not write them again; ${shown} are shown, ${LIMIT}.${readSentence(tool)}`;
}

const isWrite = ({ listed }: CallableTool): boolean => !listed.annotations.readOnlyHint;
const accepts = ({ listed }: CallableTool, name: string): boolean => Object.hasOwn(listed.inputSchema.properties ?? {}, name);

const doneSentence = (tool: CallableTool): string => `The call is done, so do not make it again.${readSentence(tool)}`;

/** Names the tool that lists the resources of a contract. */
function readSentence({ entry: { contract } }: CallableTool): string {
  const [list] = contract.operations.list?.tools ?? [];
  return list ? ` ${list.name} reads them.` : '';
}

function nextPageSentence(tool: CallableTool, shown: number): string {
  // The first line of a CSV is the header, not a row.
  const limit = tool.entry.operation.download ? shown - 1 : shown;
  const paging = accepts(tool, 'cursor') ? ' and follow next_cursor' : accepts(tool, 'after') ? ' and pass its next_cursor as after' : '';
  return `Ask again with limit ${limit}${paging}${accepts(tool, 'fields') ? ', or ask for fewer fields' : ''}.`;
}

function wholeSentence(tool: CallableTool): string {
  const narrowing = ['fields', 'filters'].filter((name) => accepts(tool, name));
  return narrowing.length > 0
    ? `Ask for less with ${narrowing.join(' or ')}.`
    : 'No tool returns more of it; a program reads it whole over REST.';
}
