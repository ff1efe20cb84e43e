/** Characters of an excerpt in events and lists. */
const MAX_EXCERPT_CHARACTERS = 80;

/** Returns the first words of a text on one line. */
export function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_EXCERPT_CHARACTERS
    ? line
    : `${line
        .slice(0, MAX_EXCERPT_CHARACTERS)
        .replace(/\s+\S*$/, '')
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}

/** Returns the data that every event about a social post has. */
export const socialPostEventData = ({ id, text }: { readonly id: string; readonly text: string }) => ({
  social_post_id: id,
  social_post: firstWords(text),
});

/** Returns the data of an account in an event. */
export const accountEventData = ({
  id,
  handle,
  platform,
}: {
  readonly id: string;
  readonly handle: string;
  readonly platform: string;
}) => ({
  account_id: id,
  account: handle,
  platform,
});
