import type { Role } from '@space/contracts/core';
import { type Config, ConfigError, required } from '@space/runtime';

/** The identity provider of an installation. */
export interface ProviderSettings {
  readonly issuer: URL;
  readonly client_id: string;
  /** undefined for a public client. */
  readonly client_secret: string | undefined;
  /** The name on the buttons. */
  readonly name: string;
  /** True when nothing else signs people in. */
  readonly is_only: boolean;
  /** The Space, domains and role of people who join without an invitation; undefined when no one may. */
  readonly joining: { readonly space_id: string; readonly domains: readonly string[]; readonly role: Role } | undefined;
}

/** Returns the identity provider in the settings `SPACE_OIDC_…`; undefined without one. Throws ConfigError for settings that contradict each other. */
export function providerSettings(config: Config): ProviderSettings | undefined {
  const { SPACE_OIDC_ISSUER: issuer, SPACE_OIDC_SPACE: space_id, SPACE_OIDC_DOMAINS: domains } = config;
  if (issuer === undefined) {
    const set = (['SPACE_OIDC_CLIENT_ID', 'SPACE_OIDC_SPACE', 'SPACE_OIDC_DOMAINS'] as const).find((name) => config[name] !== undefined);
    const alone = config.SPACE_OIDC_ONLY === '1' ? 'SPACE_OIDC_ONLY' : set;
    if (alone !== undefined) throw new ConfigError(`${alone} needs SPACE_OIDC_ISSUER; set it, or remove ${alone}.`);
    return undefined;
  }
  const url = new URL(issuer);
  if (url.protocol !== 'https:' && !isLoopback(url))
    throw new ConfigError('SPACE_OIDC_ISSUER must start with https://; http is for an identity provider on localhost.');
  if ((space_id === undefined) !== (domains === undefined))
    throw new ConfigError(
      'SPACE_OIDC_SPACE and SPACE_OIDC_DOMAINS belong together: set both, or neither so that only invited people join.',
    );
  return {
    issuer: url,
    client_id: required(config, 'SPACE_OIDC_CLIENT_ID'),
    client_secret: config.SPACE_OIDC_CLIENT_SECRET,
    name: config.SPACE_OIDC_NAME,
    is_only: config.SPACE_OIDC_ONLY === '1',
    joining:
      space_id === undefined || domains === undefined
        ? undefined
        : { space_id, domains: domains.split(',').map((one) => one.trim().toLowerCase()), role: config.SPACE_OIDC_DEFAULT_ROLE },
  };
}

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
