import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bus, deadlineFromNow, request } from '@space/bus';
import { contracts, internalContracts } from '@space/contracts/catalog';
import { type ArgumentsOf, type Caller, type OutputOf, Problem, scopes, subjectOf } from '@space/contracts/core';

/** The addresses and keys of the running profile, written to `connection.json` with mode 0600. */
export interface Connection {
  readonly base_url: string;
  readonly mcp_url: string;
  readonly public_url: string;
  readonly console_url: string;
  readonly metrics_url: string;
  readonly space_id: string;
  readonly api_key: string;
  readonly operator_token: string;
}

/** The addresses of the running profile, and the operator token. */
export type Addresses = Pick<Connection, 'base_url' | 'mcp_url' | 'public_url' | 'console_url' | 'metrics_url' | 'operator_token'>;

type Settings = typeof contracts.settings.operations;

/** Creates the first Space and a key with every scope unless they exist, and writes `connection.json`. `isNew` is true for a new key. */
export async function connect(bus: Bus, folder: string, addresses: Addresses): Promise<{ connection: Connection; isNew: boolean }> {
  const file = join(folder, 'connection.json');
  const before = await readConnection(file);
  const space = (await findSpace(bus, before?.space_id)) ?? (await callSettings(bus, 'create_space', { name: 'My Space' }));
  const isKnown = before?.space_id === space.id && Boolean(before.api_key);
  const api_key = isKnown
    ? before!.api_key!
    : (await callSettings(bus, 'create_key', { space_id: space.id, name: 'First key', scopes: [...scopes] })).api_key;
  const connection = { ...addresses, space_id: space.id, api_key };
  await writeFile(file, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600 });
  return { connection, isNew: !isKnown };
}

/** Returns the Space with this id, otherwise the oldest one; undefined when there is none. */
async function findSpace(bus: Bus, id: string | undefined): Promise<{ readonly id: string } | undefined> {
  try {
    if (id !== undefined) return await callSettings(bus, 'get_space', { space_id: id });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
  }
  const { data } = await callSettings(bus, 'list_spaces', { sort: 'created_at', limit: 1 });
  return data[0];
}

async function readConnection(file: string): Promise<Partial<Connection> | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Connection>;
  } catch {
    return undefined;
  }
}

/**
 * Returns the link with which the first person becomes the owner of a Space; null when the installation has people, and when nothing can
 * be stored, as on a full disk: the profile starts all the same, so that its data can be read.
 */
export async function setupLink(bus: Bus, space_id: string): Promise<string | null> {
  const context = { caller: OPERATOR, request_id: randomUUID(), trace: {} };
  try {
    return (await request(bus, context, internalContracts.peopleDirectory, 'setup_link', { space_id })).url;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write(`There is no setup link of the console in this start: ${error.message}\n`);
    return null;
  }
}

const OPERATOR: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'operator', name: 'Operator' } };

/** Calls an operation of the settings as the operator. */
async function callSettings<K extends keyof Settings & string>(
  bus: Bus,
  name: K,
  input: ArgumentsOf<Settings[K]>,
): Promise<OutputOf<Settings[K]>> {
  const reply = await bus.request(subjectOf(contracts.settings.name, name), {
    caller: OPERATOR,
    params: input as Record<string, unknown>,
    body: null,
    request_id: randomUUID(),
    deadline: deadlineFromNow(),
    trace: {},
  });
  if (reply.problem) throw reply.problem;
  return JSON.parse(Buffer.from(reply.body).toString()) as OutputOf<Settings[K]>;
}
