/** Letters of a text that stand for it in events and lists. */
const MAX_EXCERPT_CHARACTERS = 80;

/** The first words of a text. */
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

/** What an event about a social post carries. */
export const socialPostEventData = ({ id, text }: { readonly id: string; readonly text: string }) => ({
  social_post_id: id,
  social_post: firstWords(text),
});

/** An account as events name it. */
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
