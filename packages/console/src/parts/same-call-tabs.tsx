import type { ReactElement } from 'react';
import { sameCall } from '../api/same-call.ts';
import { CodeBlock } from './code-block.tsx';
import type { SameCallProps } from './same-call.tsx';
import { type TabPanel, Tabs } from './tabs.tsx';

/** Renders the forms of a call in tabs. */
export function SameCallTabs({ contract, name, args = {} }: SameCallProps): ReactElement {
  const forms = sameCall(contract, name, args);
  if (!forms) return <p>Only the console makes this call; there is no form of it for API keys.</p>;
  const tabs: readonly TabPanel[] = [
    { name: 'curl', label: 'curl', panel: <CodeBlock code={forms.curl} label="Copy the curl command" /> },
    { name: 'typescript', label: 'TypeScript', panel: <CodeBlock code={forms.typescript} label="Copy the TypeScript" /> },
    ...(forms.mcp === undefined ? [] : [{ name: 'mcp', label: 'MCP', panel: <CodeBlock code={forms.mcp} label="Copy the MCP call" /> }]),
  ];
  return (
    <div className="stack">
      <p className="soft">
        <code>$SPACE_URL</code> is the address of the API with <code>/v1</code>, <code>$SPACE_KEY</code> an API key of this Space.
      </p>
      <Tabs label="Forms of the call" tabs={tabs} />
    </div>
  );
}
