import { agentOf, type Caller, type FieldError, invalidFields, Problem } from '@space/contracts/core';
import { SECRET_TAG } from '@space/contracts/integrations';
import type { SecretBox } from '@space/crypto';
import { openValue } from '../secrets/secret-box.ts';
import { isAllowedHost } from '../secrets/secret-hosts.ts';
import type { SealedSecret } from '../secrets/secrets.queries.ts';

/** Returns the names of the secrets that headers name, each once. */
export const namesIn = (headers: Readonly<Record<string, string>>): string[] => [
  ...new Set(Object.values(headers).flatMap((text) => [...text.matchAll(SECRET_TAG)].map(([, name]) => name!))),
];

/** Throws unless each of these secrets exists, the caller may use it, and it may be sent to the host. */
export function assertUsable(found: readonly SealedSecret[], names: readonly string[], caller: Caller, host: string): void {
  const missing = names.filter((name) => !found.some((secret) => secret.name === name));
  if (missing.length > 0)
    throw new Problem(
      'unresolved_reference',
      `There is no secret "${missing[0]}" in this Space; GET /secrets lists their names, and an operator sets them.`,
      { errors: missing.map((name) => ({ path: 'secret_headers', code: 'unknown_secret', message: `there is no secret "${name}"` })) },
    );
  const agent = agentOf(caller);
  for (const { name, hosts, agents } of found) {
    if (agent !== null && agents !== null && !agents.includes(agent))
      throw new Problem('forbidden', `This agent may not use the secret "${name}"; an operator can add it to the agents of the secret.`);
    if (!isAllowedHost(hosts, host))
      throw new Problem(
        'forbidden',
        `The secret "${name}" may not be sent to ${host}; it may be sent to ${hosts.join(', ')}. An operator can change its hosts.`,
      );
  }
}

/** Headers with their secrets, and the values of these by name. */
interface FilledHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly values: ReadonlyMap<string, string>;
}

/** Returns headers with each secret in its place. Throws `invalid` for a value that a header cannot have. */
export function fillSecretHeaders(
  box: SecretBox,
  space_id: string,
  secret_headers: Readonly<Record<string, string>>,
  found: readonly SealedSecret[],
): FilledHeaders {
  const values = new Map(found.map(({ name, version, sealed }) => [name, openValue(box, { space_id, name, version }, sealed)]));
  const errors: FieldError[] = [];
  const headers = Object.entries(secret_headers).map(([header, text]) => {
    const filled = text.replace(SECRET_TAG, (_tag, name: string, filter: string | undefined) => {
      const value = values.get(name)!;
      return filter === undefined ? value : Buffer.from(value).toString('base64');
    });
    if (!/^[\t\u0020-\u007e]*$/.test(filled))
      errors.push({
        path: `secret_headers.${header}`,
        code: 'unsendable',
        message: 'a value has characters that no header can have, such as a line break; use {{secret.NAME|base64}}',
      });
    return [header, filled] as const;
  });
  if (errors.length > 0) throw invalidFields(errors);
  return { headers: Object.fromEntries(headers), values };
}
