/** A place or an action that the palette offers. */
export interface Command {
  readonly label: string;
  readonly group: string;
  readonly run: () => void;
  /** Further words by which it is found. */
  readonly also?: string;
  /** Of a thing that was found: its id, and what tells it apart. Such commands have a heading for each group. */
  readonly thing?: { readonly id: string; readonly detail: string };
}

/** Returns the commands that have every word of a text, those whose label begins with it first. */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = commands.filter(({ label, group, also = '' }) => {
    const all = `${label} ${group} ${also}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = ({ label }: Command) => (words[0] !== undefined && label.toLowerCase().startsWith(words[0]) ? 0 : 1);
  return found.toSorted((one, other) => begins(one) - begins(other));
}
