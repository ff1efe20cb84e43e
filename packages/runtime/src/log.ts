import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** Where a process writes what happened: one JSON object a line. */
export type Log = Logger;

const secret = /\b(wks_live_|whsec_)[A-Za-z0-9+/=_-]+/g;

/** The last wall: whatever a library or an error message carries, no key and no signing secret reaches a line. */
export const withoutSecrets = (line: string): string =>
  line.includes('wks_live_') || line.includes('whsec_') ? line.replace(secret, '$1[redacted]') : line;

/** Lines are written together: when there is this much of them, and at least this often. */
const LOG_BUFFER_BYTES = 4_096;
const LOG_FLUSH_MS = 250;

/** The log of one process: to standard output, or to a file when one is given. */
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

/** A log whose lines go to `out`, without the secrets they may hold. */
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
