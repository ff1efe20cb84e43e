import { callInSpace, type Handlers } from '@space/bus';
import { invalidFields, Problem } from '@space/contracts/core';
import { MAX_SECRETS_PER_SPACE, secretCreated, secretDeleted, type secretSettings, secretUpdated } from '@space/contracts/integrations';
import { newId } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { sealValue } from './secret-box.ts';
import { hostErrors } from './secret-hosts.ts';
import { usesOf } from './secret-uses.ts';
import { countSecrets, deleteSecret, findSecret, lockSecrets, upsertSecret } from './secrets.queries.ts';
import { noSecret, readSecretPage } from './secrets.ts';

/** Creates the handlers of the secret settings contract. Only an operator sets a secret; no operation returns its value. */
export function secretSettingsHandlers(ports: Ports): Handlers<typeof secretSettings> {
  const { bus, box } = ports;
  const write = createWriter('integrations', ports);

  return {
    async list_secrets(call) {
      return readSecretPage(ports, await callInSpace(bus, call, call.input.space_id), call.input);
    },

    async set_secret(call) {
      const { space_id, name, value, hosts, description, agents } = call.input;
      const errors = hostErrors(hosts);
      if (errors.length > 0) throw invalidFields(errors);
      const spaceCall = await callInSpace(bus, call, space_id);
      const used_by = await usesOf(bus, spaceCall, name);
      return write.write(spaceCall, async function setInTransaction(tx) {
        await lockSecrets(tx, space_id);
        const existing = await findSecret(tx, space_id, name);
        if (!existing && (await countSecrets(tx, space_id)) >= MAX_SECRETS_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_SECRETS_PER_SPACE} secrets; delete a secret first.`);
        const version = (existing?.version ?? 0) + 1;
        const stored = await upsertSecret(tx, space_id, {
          id: existing?.id ?? newId('sec'),
          name,
          description,
          hosts: [...new Set(hosts)],
          agents,
          version,
          sealed: sealValue(box, { space_id, name, version }, value),
          now: tx.now,
        });
        tx.emit(existing ? secretUpdated : secretCreated, { secret_id: stored.id, secret: name });
        return { ...stored, used_by };
      });
    },

    async delete_secret(call) {
      const { space_id, name } = call.input;
      const spaceCall = await callInSpace(bus, call, space_id);
      return write.write(spaceCall, async function deleteInTransaction(tx) {
        const id = await deleteSecret(tx, space_id, name);
        if (id === null) throw noSecret(name);
        tx.emit(secretDeleted, { secret_id: id, secret: name });
        return { id, name, deleted: true as const };
      });
    },
  };
}
