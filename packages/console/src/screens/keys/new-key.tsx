import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useSignedIn } from '../../shell/session.tsx';

/** A key that was just created, with the secret that is shown once. */
export interface NewKey {
  readonly key: { readonly id: string; readonly name: string };
  readonly api_key: string;
}

/** Renders a new key once: the key, and how a shell and an MCP client get it. It closes only after a promise that it is stored. */
export function NewKeyView({ created, onClose }: { readonly created: NewKey; readonly onClose: () => void }): ReactElement {
  const [isStored, setStored] = useState(false);
  const address = useSignedIn().api_url ?? 'http://localhost:8080';
  const config = {
    mcpServers: { space: { type: 'http', url: `${address}/v1/mcp`, headers: { Authorization: `Bearer ${created.api_key}` } } },
  };
  return (
    <div className="stack">
      <div className="notice warn">
        <p className="title">This is the only time you see this key.</p>
        <p>Only its hash is stored. Put it into a password manager or into the settings of your program now.</p>
      </div>
      <p className="secret" data-secret="true">
        {created.api_key}
      </p>
      <div className="row end">
        <CopyButton text={created.api_key} label="Copy the key" hasText />
      </div>
      <Tabs
        label="Ways to use the key"
        tabs={[
          {
            name: 'shell',
            label: 'Shell',
            panel: (
              <CodeBlock
                label="Copy the commands"
                code={`export SPACE_KEY=${created.api_key}\ncurl -H "Authorization: Bearer $SPACE_KEY" ${address}/v1/me`}
              />
            ),
          },
          { name: 'mcp', label: 'MCP client', panel: <CodeBlock label="Copy the configuration" code={JSON.stringify(config, null, 2)} /> },
        ]}
      />
      <label className="tick">
        <input type="checkbox" checked={isStored} onChange={(event) => setStored(event.target.checked)} />I have stored the key
      </label>
      <div className="row end">
        <Button look="primary" disabled={!isStored} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
