import { type DestinationStream, type Logger, pino } from 'pino';
import { openLogDestination } from './log-destination.ts';
import { metrics } from './metrics.ts';

/** The log of a process: one JSON object per line. */
export type Log = Logger;

const SECRET = /\b(wks_[a-z]+_|whsec_)[A-Za-z0-9+/=_-]+/g;

/** Redacts API keys, tokens of OAuth and signing secrets in a line, including those in error messages of libraries. */
export const withoutSecrets = (line: string): string =>
  line.includes('wks_') || line.includes('whsec_') ? line.replace(SECRET, '$1[redacted]') : line;

/** Creates the log of a process, to standard output or to `file`, which is rotated. A disk that is full does not stop the process. */
export function createLog(service: string, level: string, file?: string): Log {
  const out = openLogDestination(file, {
    dropped: () => metrics.logLinesDropped.inc(),
    recovered: (dropped, reason) => log.warn({ dropped, reason }, 'log lines were dropped; the log is written again'),
  });
  const log = logTo(service, level, out);
  return log;
}

/** Creates a log whose lines go to `out`, with redacted secrets. */
export function logTo(service: string, level: string, out: DestinationStream): Log {
  const guarded: DestinationStream = { write: (line) => out.write(withoutSecrets(line)) };
  return pino(
    {
      level,
      base: { service },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      messageKey: 'msg',
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['authorization', '*.authorization', 'headers["x-api-key"]', '*.secret', '*.api_key'], censor: '[redacted]' },
    },
    guarded,
  );
}
