/** A diagram as the API takes it: its nodes, each with a name that edges use, and its edges. */
export interface DiagramOfLines {
  readonly nodes: readonly { readonly ref: string; readonly label: string; readonly shape?: 'diamond' | 'ellipse' }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly label: string }[];
}

/** The fault of a line of a diagram. */
export interface LineFault {
  readonly line: number;
  readonly words: string;
}

/**
 * Returns the diagram of lines such as `A -> B: label`, `A -> B -> C` and `A` alone. A name with `?` at its end is a diamond, and one in
 * parentheses an ellipse. Returns the fault of the first line that cannot be read.
 */
export function readDiagramLines(text: string): DiagramOfLines | LineFault {
  const nodes = new Map<string, DiagramOfLines['nodes'][number]>();
  const edges: DiagramOfLines['edges'][number][] = [];
  const refOf = (words: string): string => {
    const known = nodes.get(words);
    if (known) return known.ref;
    const ref = `n${nodes.size + 1}`;
    const [, inside] = /^\((.+)\)$/.exec(words) ?? [];
    nodes.set(words, {
      ref,
      label: inside ?? words,
      ...(inside !== undefined ? { shape: 'ellipse' } : words.endsWith('?') && { shape: 'diamond' }),
    });
    return ref;
  };
  for (const [at, whole] of text.split('\n').entries()) {
    const line = whole.trim();
    if (line === '') continue;
    const parts = line.split(/\s*(?:->|→)\s*/);
    const [last, label = ''] = parts.length > 1 ? splitLabel(parts.at(-1)!) : [parts[0]!];
    const names = [...parts.slice(0, -1), last];
    if (names.includes('')) return { line: at + 1, words: 'A name is missing before or after the arrow.' };
    const refs = names.map(refOf);
    for (const [from, ref] of refs.slice(0, -1).entries()) {
      edges.push({ from: ref, to: refs[from + 1]!, label: from === refs.length - 2 ? label : '' });
    }
  }
  return { nodes: [...nodes.values()], edges };
}

/** Returns the name and the label of the end of a line: `B: then` is B with the label then. */
function splitLabel(end: string): readonly [name: string, label?: string] {
  const [, name, label] = /^(.*?)\s*:\s+(.*)$/.exec(end) ?? [];
  return name === undefined ? [end] : [name, label ?? ''];
}
