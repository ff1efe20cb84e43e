import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** The log of a process: one JSON object per line. */
export type Log = Logger;

const SECRET = /\b(wks_live_|whsec_)[A-Za-z0-9+/=_-]+/g;

/** Redacts API keys and signing secrets in a line, including those in error messages of libraries. */
export const withoutSecrets = (line: string): string =>
  line.includes('wks_live_') || line.includes('whsec_') ? line.replace(SECRET, '$1[redacted]') : line;

/** Lines are written when the buffer has this size, and at least at this interval. */
const LOG_BUFFER_BYTES = 4_096;
const LOG_FLUSH_MS = 250;

/** Creates the log of a process, to standard output or to `file`. */
export function createLog(service: string, level: string, file?: string): Log {
  const out = destination({
    dest: file ?? 1,
    sync: false,
    minLength: LOG_BUFFER_BYTES,
    ...(file ? { append: true, mode: 0o600, mkdir: true } : {}),
  });
  setInterval(() => out.flush(), LOG_FLUSH_MS).unref();
  process.on('exit', () => out.flushSync());
  return logTo(service, level, { write: (line) => void out.write(line) });
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
