/** The place of the first syntax error in a JSON text, counted from 1, and what belongs there. */
interface SyntaxFault {
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

/** Names what may come next in a JSON text, by state. */
const expectations = {
  value: 'a value',
  first_entry: 'a value or ]',
  name: 'a name in double quotes',
  first_name: 'a name in double quotes or }',
  colon: ':',
  after_entry: ', or ]',
  after_field: ', or }',
  end: 'the end',
} as const;

type State = keyof typeof expectations;

/** The next state by the state and a mark; `leave` ends a list or an object. */
const moves: Readonly<Partial<Record<State, Readonly<Record<string, State | 'leave'>>>>> = {
  first_entry: { ']': 'leave' },
  after_entry: { ',': 'value', ']': 'leave' },
  first_name: { '}': 'leave' },
  after_field: { ',': 'name', '}': 'leave' },
  colon: { ':': 'value' },
};

/** The states inside a list or an object by the mark that opens it: the first one, and the one after each of its values. */
const inside: Readonly<Record<string, readonly [first: State, after: State]>> = {
  '[': ['first_entry', 'after_entry'],
  '{': ['first_name', 'after_field'],
};

const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const SPACE = /[ \t\n\r]*/y;

/** Returns the end of a match at a position, or -1. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Returns the end of a text in double quotes, or the position of its fault and what belongs there. */
function endOfText(text: string, start: number): number | { readonly at: number; readonly expected: string } {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') return at + 1;
    if (character < ' ') return { at, expected: 'a text without line breaks and control characters; write \\n for a line break' };
    if (character !== '\\') continue;
    const end = endOf(ESCAPE, text, at);
    if (end < 0) return { at, expected: 'an escape such as \\n, \\" or \\u00e9' };
    at = end - 1;
  }
  return { at: text.length, expected: 'a double quote that ends the text' };
}

/** Returns the first syntax error of a text that should be JSON; undefined if it is valid. It is a loop, so depth costs no stack. */
export function findSyntaxFault(text: string): SyntaxFault | undefined {
  const open: State[] = [];
  let state: State = 'value';
  const faultAt = (at: number, expected: string = expectations[state]): SyntaxFault => {
    const lines = text.slice(0, at).split('\n');
    return { line: lines.length, column: lines.at(-1)!.length + 1, expected };
  };

  for (let at = endOf(SPACE, text, 0); at < text.length; at = endOf(SPACE, text, at)) {
    const character = text[at]!;
    const takesValue: boolean = state === 'value' || state === 'first_entry';
    const takesName: boolean = state === 'name' || state === 'first_name';
    const move: State | 'leave' | undefined = moves[state]?.[character];
    const opened: (typeof inside)[string] | undefined = takesValue ? inside[character] : undefined;
    if (move !== undefined || opened) {
      if (opened) open.push(opened[1]);
      else if (move === 'leave') open.pop();
      state = opened ? opened[0] : move === 'leave' ? (open.at(-1) ?? 'end') : move!;
      at += 1;
    } else if (character === '"' && (takesValue || takesName)) {
      const end = endOfText(text, at);
      if (typeof end === 'object') return faultAt(end.at, end.expected);
      state = takesName ? 'colon' : (open.at(-1) ?? 'end');
      at = end;
    } else {
      const end = takesValue ? endOf(SCALAR, text, at) : -1;
      if (end < 0) return faultAt(at);
      state = open.at(-1) ?? 'end';
      at = end;
    }
  }
  return state === 'end' ? undefined : faultAt(text.length);
}

/** Returns the end of an error about a text that is not JSON: what was expected, and its place. It contains nothing of the text. */
export function describeSyntaxFault(text: string): string {
  const fault = findSyntaxFault(text);
  return fault ? `expected ${fault.expected} at line ${fault.line}, column ${fault.column}` : 'it has a syntax error';
}
