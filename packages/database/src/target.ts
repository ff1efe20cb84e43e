import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

/** A Postgres to connect to: its URL without parameters of TLS, and the TLS of its connections. */
export interface DatabaseTarget {
  readonly url: string;
  readonly ssl: ConnectionOptions | false;
}

/** Certificates in PEM that verify the server and prove the client; those in files can be named in the URL instead. */
export interface DatabaseCertificates {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** Thrown for a URL of Postgres that cannot be used. The message is a predicate for the name of the setting, without its value. */
export class DatabaseUrlError extends Error {}

const modes = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

/** Files in the URL, by the name that libpq gives them. */
const files = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' } as const;
const otherParameters = ['host', 'application_name', 'options'];
const SYSTEM_CA = 'system';

/**
 * Returns the target of a URL with the `ssl…` parameters of libpq: `require` encrypts and, with a CA, verifies like
 * `verify-ca`; `verify-ca` verifies the certificate; `verify-full` also verifies the host name. Throws DatabaseUrlError for
 * anything that would be ignored: another scheme or parameter, a file that cannot be read, certificates without TLS.
 */
export function databaseTarget(text: string, given: DatabaseCertificates = {}): DatabaseTarget {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) throw new DatabaseUrlError('must be a URL that begins with postgres://');
  const mode = modeOf(url);
  const certificates = { ...given };
  for (const [name, parameter] of Object.entries(files) as [keyof typeof files, string][]) {
    const file = url.searchParams.get(parameter);
    if (file === null || (name === 'ca' && file === SYSTEM_CA)) continue;
    if (certificates[name] !== undefined) throw new DatabaseUrlError(`has ${parameter}, which another setting contains too; remove one`);
    certificates[name] = readParameterFile(parameter, file);
  }
  const isSystemCa = url.searchParams.get(files.ca) === SYSTEM_CA;
  for (const parameter of ['sslmode', ...Object.values(files)]) url.searchParams.delete(parameter);
  const unknown = [...url.searchParams.keys()].find((parameter) => !otherParameters.includes(parameter));
  if (unknown) throw new DatabaseUrlError(`has the parameter ${unknown}, which is not supported; remove it`);
  return { url: url.href, ssl: tlsOf(mode, certificates, isSystemCa) };
}

function modeOf(url: URL): Mode | undefined {
  const mode = url.searchParams.get('sslmode');
  if (mode === null) return undefined;
  if (!modes.includes(mode as Mode))
    throw new DatabaseUrlError(`has sslmode=${mode.slice(0, 20)}, which is not supported; use ${modes.join(', ')}`);
  return mode as Mode;
}

function readParameterFile(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DatabaseUrlError(`names a file in ${parameter} that cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function tlsOf(mode: Mode | undefined, { ca, cert, key }: DatabaseCertificates, isSystemCa: boolean): ConnectionOptions | false {
  const has = ca !== undefined || cert !== undefined || key !== undefined || isSystemCa;
  if (mode === undefined || mode === 'disable') {
    if (has) throw new DatabaseUrlError('has certificates but no TLS; add sslmode=verify-full');
    return false;
  }
  if ((cert === undefined) !== (key === undefined)) throw new DatabaseUrlError('needs the certificate of the client and its key, or none');
  if (mode === 'verify-ca' && ca === undefined) throw new DatabaseUrlError('has sslmode=verify-ca without a CA; add sslrootcert');
  const verifies = mode === 'verify-full' || (mode !== 'no-verify' && (ca !== undefined || isSystemCa));
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert, key: key! }),
    rejectUnauthorized: verifies,
    ...(verifies && mode !== 'verify-full' ? { checkServerIdentity: () => undefined } : {}),
  };
}
