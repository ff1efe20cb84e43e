import { expect, test } from '@jest/globals';
import { readConfig } from '@space/runtime';
import { providerSettings } from './provider-settings.ts';

const base = { SPACE_OIDC_ISSUER: 'https://login.example.com', SPACE_OIDC_CLIENT_ID: 'space' };

test('without an issuer there is no identity provider', () => {
  expect(providerSettings(readConfig({}))).toBeUndefined();
});

test('only invited people join, unless a Space and its domains are set', () => {
  expect(providerSettings(readConfig(base))).toMatchObject({ name: 'single sign-on', is_only: false, joining: undefined });
  const joining = { SPACE_OIDC_SPACE: 'spc_1', SPACE_OIDC_DOMAINS: 'Example.com, example.org' };
  expect(providerSettings(readConfig({ ...base, ...joining }))?.joining).toEqual({
    space_id: 'spc_1',
    domains: ['example.com', 'example.org'],
    role: 'viewer',
  });
});

test.each([
  [{ SPACE_OIDC_ONLY: '1' }, 'SPACE_OIDC_ONLY needs SPACE_OIDC_ISSUER'],
  [{ SPACE_OIDC_DOMAINS: 'example.com' }, 'SPACE_OIDC_DOMAINS needs SPACE_OIDC_ISSUER'],
  [{ SPACE_OIDC_ISSUER: 'https://login.example.com' }, 'SPACE_OIDC_CLIENT_ID must be set'],
  [{ ...base, SPACE_OIDC_ISSUER: 'http://login.example.com' }, 'must start with https://'],
  [{ ...base, SPACE_OIDC_SPACE: 'spc_1' }, 'belong together'],
  [{ ...base, SPACE_OIDC_DOMAINS: 'example.com' }, 'belong together'],
  [{ ...base, SPACE_OIDC_DOMAINS: '*' }, 'must be comma-separated domains'],
  [{ ...base, SPACE_OIDC_DEFAULT_ROLE: 'owner' }, 'SPACE_OIDC_DEFAULT_ROLE'],
])('%j is refused with the reason', (environment, reason) => {
  expect(() => providerSettings(readConfig(environment))).toThrow(reason);
});
