import { scopes } from '@space/contracts/core';
import { OFFLINE_ACCESS } from './issue-tokens.ts';
import type { OauthUrls } from './oauth-urls.ts';

/** Returns the metadata of the protected resource (RFC 9728). */
export const resourceMetadata = ({ resource, issuer }: OauthUrls, baseUrl: string): string =>
  JSON.stringify({
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Space',
    resource_documentation: `${baseUrl}/docs`,
  });

/** Returns the metadata of the authorization server (RFC 8414). */
export const serverMetadata = ({ issuer, resource }: OauthUrls, baseUrl: string): string =>
  JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    scopes_supported: [...scopes, OFFLINE_ACCESS],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [resource],
    service_documentation: `${baseUrl}/docs`,
  });
