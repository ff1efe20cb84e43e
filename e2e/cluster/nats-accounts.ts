import { createHash } from 'node:crypto';
import { nkeys } from 'nats';

type KeyPair = ReturnType<typeof nkeys.createUser>;

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a JWT of NATS about a key, signed by its issuer. */
function jwtOf(subject: KeyPair, issuer: KeyPair, name: string, claims: object): string {
  const [sub, iss] = [subject.getPublicKey(), issuer.getPublicKey()];
  const jti = createHash('sha256').update(name).digest('hex').toUpperCase();
  const text = `${base64({ typ: 'JWT', alg: 'ed25519-nkey' })}.${base64({ jti, iat: 1_700_000_000, iss, sub, name, nats: { version: 2, ...claims } })}`;
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString('base64url')}`;
}

const limits = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };

/** Returns the configuration of a NATS server with an operator and an account, and the content of a credentials file of its user. */
export function natsAccounts(): { configuration: string; credentials: string } {
  const [operator, system, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount(), nkeys.createUser()];
  const accounts = [system, account].map(
    (key, index) => `${key.getPublicKey()}: ${jwtOf(key, operator, `account ${index}`, { type: 'account', limits })}`,
  );
  const userJwt = jwtOf(user, account, 'space', { type: 'user', pub: {}, sub: {}, subs: -1, data: -1, payload: -1 });
  const seed = new TextDecoder().decode(user.getSeed());
  return {
    configuration: `
operator: ${jwtOf(operator, operator, 'operator', { type: 'operator' })}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: { ${accounts.join(', ')} }
`,
    credentials: `-----BEGIN NATS USER JWT-----\n${userJwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
  };
}
