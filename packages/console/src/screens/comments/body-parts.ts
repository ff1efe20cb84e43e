/** A part of the text of a comment; with an address it mentions someone. */
export interface BodyPart {
  readonly text: string;
  readonly href?: string;
}

const MENTION = /\[(@[^\]\n]+)\]\((space:(?:contact|agent)\/[\w-]+)\)/g;

/** Returns the parts of the text of a comment: plain ones, and those that mention a contact or an agent. */
export function bodyParts(body: string): BodyPart[] {
  const parts: BodyPart[] = [];
  let from = 0;
  for (const { 0: whole, 1: text = '', 2: href = '', index } of body.matchAll(MENTION)) {
    if (index > from) parts.push({ text: body.slice(from, index) });
    parts.push({ text, href });
    from = index + whole.length;
  }
  if (from < body.length) parts.push({ text: body.slice(from) });
  return parts;
}
