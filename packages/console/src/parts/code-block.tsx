import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.tsx';

/** Renders code with a button that copies it. */
export const CodeBlock = ({ code, label }: { readonly code: string; readonly label: string }): ReactElement => (
  <div className="code-box">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
    <pre className="code" tabIndex={0}>
      {code}
    </pre>
    <div className="row end">
      <CopyButton text={code} label={label} hasText />
    </div>
  </div>
);
