import { type Call, type Handlers, Json } from '@space/bus';
import { type Operation, Problem } from '@space/contracts/core';
import type { Secret, secrets } from '@space/contracts/integrations';
import { cursorAfter, type PageInput, readEntries } from '@space/database';
import type { Ports } from '@space/runtime';
import { withUses } from './secret-uses.ts';
import { findSecret, listSecrets, type StoredSecret } from './secrets.queries.ts';

/** The part of the ports that reads secrets. */
export type SecretReaderPorts = Pick<Ports, 'database' | 'bus'>;

/** Returns a page of the secrets of a Space. */
export async function readSecretPage<O extends Operation>(
  { database, bus }: SecretReaderPorts,
  call: Call<O>,
  input: PageInput & { readonly sort: string },
) {
  const { entries, has_more, total } = await readEntries(database, listSecrets(call.caller.space_id, input));
  const data = await withUses(
    bus,
    call,
    entries.map(({ item }) => JSON.parse(item) as StoredSecret),
  );
  const last = entries.at(-1);
  return { data, has_more, next_cursor: has_more && last ? cursorAfter(last) : null, ...(total !== undefined && { total }) };
}

/** Creates the handlers of the secrets contract, which never read a value. */
export function secretHandlers(ports: SecretReaderPorts): Handlers<typeof secrets> {
  return {
    list: (call) => readSecretPage(ports, call, call.input),

    async get(call) {
      const { name } = call.input;
      const found = await findSecret(ports.database, call.caller.space_id, name);
      if (!found) throw noSecret(name);
      const [secret] = await withUses(ports.bus, call, [found]);
      return new Json<Secret>(JSON.stringify(secret), found.version);
    },
  };
}

/** Returns the problem of a name that no secret of the Space has. */
export const noSecret = (name: string): Problem =>
  new Problem('not_found', `There is no secret "${name}" in this Space; GET /secrets lists their names.`);
