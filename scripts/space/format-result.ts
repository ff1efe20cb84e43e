/** Formats a result for people: one line per field, and a blank line between items. */
export function formatResult(answer: unknown): string {
  const items = isList(answer) ? answer.data : [answer];
  if (items.length === 0) return 'Nothing yet.\n';
  return `${items.map((item) => lines(item as Record<string, unknown>).join('\n')).join('\n\n')}\n`;
}

const isList = (answer: unknown): answer is { data: unknown[] } =>
  typeof answer === 'object' && answer !== null && Array.isArray((answer as { data?: unknown }).data);

const lines = (item: Record<string, unknown>): string[] =>
  Object.entries(item)
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]) =>
      typeof value === 'object' && !Array.isArray(value)
        ? lines(value as Record<string, unknown>)
        : [`${name.padEnd(14)} ${Array.isArray(value) ? value.join(', ') : String(value)}`],
    );
