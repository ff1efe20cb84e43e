import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from './config.ts';

/** Returns the text of a setting that is either the text itself or the path of a file with it; throws ConfigError for a file that cannot be read. */
export function textOrFile(name: keyof Config, value: string | undefined, isText: RegExp): string | undefined {
  if (value === undefined) return undefined;
  const text = isText.test(value) ? value : readTextFile(name, value);
  if (!isText.test(text)) throw new ConfigError(`${name} names a file without the expected content.`);
  return text;
}

function readTextFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

const PEM = /^\s*-----BEGIN [A-Z ]+-----/m;

/** Certificates in PEM. */
export interface Certificates {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Returns the certificates in `<prefix>_CA`, `<prefix>_CERT` and `<prefix>_KEY`, or undefined if none is set. */
export function certificatesOf(config: Config, prefix: 'DATABASE' | 'NATS' | 'KAFKA'): Certificates | undefined {
  const read = (kind: 'CA' | 'CERT' | 'KEY'): string | undefined => textOrFile(`${prefix}_${kind}`, config[`${prefix}_${kind}`], PEM);
  const [ca, cert, key] = [read('CA'), read('CERT'), read('KEY')];
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError(`${prefix}_CERT and ${prefix}_KEY belong together: set both or none.`);
  if (ca === undefined && cert === undefined) return undefined;
  return { ...(ca === undefined ? {} : { ca }), ...(cert === undefined ? {} : { cert, key: key! }) };
}
