import { type Call, Json } from '@space/bus';
import { callerId, IDEMPOTENCY_HOURS, type Operation, type OutputOf, Problem } from '@space/contracts/core';
import type { SecretBox } from '@space/crypto';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const StoredResponse = z.object({
  fingerprint: z.string(),
  answer: z.string().nullable(),
  sealed_answer: z.instanceof(Buffer).nullable(),
  version: z.number().nullable(),
});
const Lock = z.object({ locked: z.boolean() });

const table = (schema: string) => sql.identifier([schema, 'idempotency']);

/**
 * Returns the scope of an idempotency key: Space, API key or member, operation and the key itself. A stored answer with a secret is
 * replayed to the session that received it only.
 */
function idempotencyScope({ caller, operation, operation_id, idempotency }: Call) {
  const owner = operation.confidential && caller.person ? `${callerId(caller)} ${caller.person.session_id}` : callerId(caller);
  return [caller.space_id, owner, operation_id, idempotency!.key] as const;
}

/**
 * Returns the stored response of an earlier call with the same idempotency key, or undefined for the first call. Throws
 * `conflict` while the first call is in progress, and `idempotency_mismatch` for another input with the same key.
 */
export async function findStoredResponse<O extends Operation>(
  tx: CommonQueryMethods,
  schema: string,
  call: Call<O>,
  box: SecretBox,
): Promise<Json<OutputOf<O>> | undefined> {
  const [space, key, operation, name] = idempotencyScope(call);
  const lock = await tx.one(sql.type(Lock)`
    select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify([schema, ...idempotencyScope(call)])}, 0)) as locked`);
  if (!lock.locked)
    throw new Problem('conflict', 'A call with this idempotency key is still running; retry in a second.', { retry_after_s: 1 });
  const stored = await tx.maybeOne(sql.type(StoredResponse)`
    select fingerprint, answer, sealed_answer, version from ${table(schema)}
    where space_id = ${space} and key_id = ${key} and operation = ${operation} and key = ${name}
      and created_at > now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`);
  if (!stored) return undefined;
  if (stored.fingerprint !== call.idempotency!.fingerprint)
    throw new Problem(
      'idempotency_mismatch',
      'This idempotency key was used for another request; use a new key for each different request.',
    );
  call.replayed = true;
  return new Json(stored.answer ?? box.open(stored.sealed_answer!), stored.version ?? undefined);
}

/** Stores the response of the first call in the transaction of its change. A response with a secret is encrypted. */
export async function storeResponse(
  tx: CommonQueryMethods,
  schema: string,
  call: Call,
  answer: Json<unknown>,
  box: SecretBox,
): Promise<void> {
  const [space, key, operation, name] = idempotencyScope(call);
  const sealed = call.operation.confidential ? box.seal(answer.text) : null;
  await tx.query(sql.typeAlias('void')`
    insert into ${table(schema)} (space_id, key_id, operation, key, fingerprint, answer, sealed_answer, version)
    values (${space}, ${key}, ${operation}, ${name}, ${call.idempotency!.fingerprint}, ${sealed ? null : answer.text},
            ${sealed ? sql.binary(sealed) : null}, ${answer.version ?? null})
    on conflict (space_id, key_id, operation, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, sealed_answer = excluded.sealed_answer,
          version = excluded.version, created_at = now()`);
}

/** Deletes stored responses that are no longer replayed. */
export async function deleteExpiredResponses(database: CommonQueryMethods, schema: string): Promise<void> {
  await database.query(sql.typeAlias('void')`
    delete from ${table(schema)} where created_at < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`);
}
