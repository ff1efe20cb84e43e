import { type ReactElement, useState } from 'react';
import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { JsonTree } from './json-tree.tsx';

/** Renders a body: JSON as a tree or raw, and any other text raw. It is never rendered as HTML. */
export function BodyView({ body, label }: { readonly body: string; readonly label: string }): ReactElement {
  const [isRaw, setRaw] = useState(false);
  const value = jsonOf(body);
  if (body === '') return <p className="soft">The body is empty.</p>;
  if (value === undefined) return <CodeBlock code={body} label={label} />;
  return (
    <div className="stack">
      <div className="row">
        <Button small aria-pressed={!isRaw} onClick={() => setRaw(false)}>
          Tree
        </Button>
        <Button small aria-pressed={isRaw} onClick={() => setRaw(true)}>
          Raw
        </Button>
      </div>
      {isRaw ? <CodeBlock code={body} label={label} /> : <JsonTree value={value} />}
    </div>
  );
}

/** Returns the object or list of a JSON text, or undefined. */
function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
