/** Lines that an error message shows of a log. */
const SHOWN_LINES = 5;

/**
 * Returns the last lines of a log of Postgres, without the statements that failed, and before them its last error if that is older:
 * on a full disk Postgres cannot log why it ends.
 */
export function endOfLog(log: string): string {
  // The further lines of an entry begin with a tab.
  const lines = log.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('\t') && !line.includes(' STATEMENT:  '));
  const shown = lines.slice(-SHOWN_LINES);
  const error = lines.findLast((line) => / (ERROR|FATAL|PANIC): {2}/.test(line));
  return (error === undefined || shown.includes(error) ? shown : [error, ...shown]).join('\n');
}
