const words =
  'the plan of a project has one budget and the team writes what it needs for each month so that all of them see the open work'.split(' ');

/** Returns Markdown of about so many characters in the forms that documents have. It is the same each time. */
export function sampleMarkdown(characters: number, start = 1): string {
  const parts: string[] = [];
  let [seed, length] = [start, 0];
  const next = (below: number) => {
    seed = (seed * 48_271) % 0x7fffffff;
    return seed % below;
  };
  const text = (count: number) =>
    Array.from({ length: count }, () => {
      const word = next(4) === 0 ? `${words[next(words.length)]}${next(1_000)}` : words[next(words.length)]!;
      const kind = next(25);
      return kind === 0 ? `**${word}**` : kind === 1 ? `[${word}](https://example.com/${word})` : word;
    }).join(' ');
  const lines = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, index) => line(index)).join('\n');
  const forms = [
    () => `## ${text(4)}`,
    () => text(30),
    () => text(45),
    () => lines(5, () => `- ${text(8)}`),
    () => lines(3, (index) => `- [${index % 2 ? 'x' : ' '}] ${text(6)}`),
    () => `| ${text(1)} | ${text(1)} |\n| --- | --- |\n${lines(4, () => `| ${text(3)} | ${text(2)} |`)}`,
    () => `> ${text(15)}`,
    () => `\`\`\`ts\nconst a = ${next(1_000)};\n\`\`\``,
  ];
  for (let index = start; length < characters; index += 1) {
    const part = forms[index % forms.length]!();
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join('\n\n');
}
