import { profile } from './profile.ts';

/** Returns the address of the authorization server, which is the address that the installation has for its clients. */
export async function oauthOrigin(): Promise<string> {
  const response = await fetch(new URL('/.well-known/oauth-protected-resource/v1/mcp/connect', profile.base_url));
  const { resource } = (await response.json()) as { resource: string };
  return new URL(resource).origin;
}
