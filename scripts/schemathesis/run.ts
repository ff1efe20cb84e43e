import { type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pythonWith } from '../test/foreign-packages.ts';

/** A run of schemathesis against an API. */
export interface SchemathesisRun {
  readonly base_url: string;
  readonly api_key: string;
  /** Options of `st run`. */
  readonly options: readonly string[];
  /** The folder for the files that schemathesis writes. */
  readonly folder: string;
  readonly stdio: SpawnOptions['stdio'];
}

/** The result of a run: the exit code, 0 when all checks passed, and the output unless it went to the terminal. */
export interface SchemathesisResult {
  readonly code: number;
  readonly output: string;
}

/** Sends generated requests to each operation of the OpenAPI document of an API, with all checks. */
export async function runSchemathesis({ base_url, api_key, options, folder, stdio }: SchemathesisRun): Promise<SchemathesisResult> {
  const python = await pythonWith(join(import.meta.dirname, 'requirements.txt'));
  const child = spawn(
    join(python, '..', 'st'),
    [
      ...['--config-file', join(import.meta.dirname, 'schemathesis.toml')],
      ...['run', `${base_url}/openapi.json`, '--header', `Authorization: Bearer ${api_key}`, ...options],
    ],
    {
      cwd: folder,
      stdio,
      env: { ...process.env, PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: '1', SCHEMATHESIS_HOOKS: 'checks' },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}
