/** The path of MCP for clients that send a Space API key. */
export const MCP_PATH = '/v1/mcp';

/** The path of MCP for clients that send an access token. */
export const CONNECT_PATH = '/v1/mcp/connect';

/** The path of the authorization server. It is not the root, so that a client with a wrong key at MCP_PATH finds no OAuth there. */
export const OAUTH_PATH = '/v1/oauth';

/** The path of the metadata of the protected resource (RFC 9728). */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${CONNECT_PATH}`;

/** The addresses that clients of OAuth use. */
export interface OauthUrls {
  /** The name of the authorization server (RFC 8414). */
  readonly issuer: string;
  /** The address that access tokens are for (RFC 8707). */
  readonly resource: string;
  readonly resource_metadata: string;
}

/** Returns the addresses for the address at which clients reach this server. */
export const oauthUrls = (baseUrl: string): OauthUrls => ({
  issuer: `${baseUrl}${OAUTH_PATH}`,
  resource: `${baseUrl}${CONNECT_PATH}`,
  resource_metadata: `${baseUrl}${RESOURCE_METADATA_PATH}`,
});
