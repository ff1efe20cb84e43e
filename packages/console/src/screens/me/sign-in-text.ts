const methods: Readonly<Record<string, string>> = {
  password: 'with the password',
  passkey: 'with a passkey',
  oidc: 'with a linked account',
  invitation: 'with an invitation',
};

const kinds: Readonly<Record<string, string>> = {
  signed_in: 'Signed in',
  refused: 'Wrong password',
  signed_out: 'Signed out',
  session_ended: 'Ended another session',
  password_changed: 'Changed the password',
  passkey_added: 'Added a passkey',
  passkey_removed: 'Removed a passkey',
  account_linked: 'Linked an account',
  account_removed: 'Removed a linked account',
};

/** Returns the words for a sign-in, or for a change of how a person signs in. */
export function signInText(kind: string, method: string | null): string {
  const words = kinds[kind] ?? kind.replaceAll('_', ' ');
  return kind === 'signed_in' && method !== null ? `${words} ${methods[method] ?? method}` : words;
}
