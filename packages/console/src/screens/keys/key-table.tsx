import { Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { keyState } from './expiry.ts';

/** A key as the settings show it. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly agent_id: string | null;
  readonly catalog_mode: 'every' | 'everyday';
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

/** Props of the table of keys. */
export interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly onRevoke: (key: Key) => void;
  readonly onGrants: (key: Key) => void;
  readonly onNarrow: (key: Key) => void;
  readonly onRoll: (key: Key) => void;
}

const looks = { active: ['good', '✓'], revoked: ['bad', '✕'], expired: ['warn', '–'] } as const;

/** Renders keys with their state, use and end. A revoked or expired one is grey. */
export function KeyTable({ keys, onRevoke, onGrants, onNarrow, onRoll }: KeyTableProps): ReactElement {
  const now = new Date();
  return (
    <div className="table-box cards">
      <table className="table keys">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Scopes</th>
            <th scope="col">Last used</th>
            <th scope="col">Ends</th>
            <th scope="col">Created</th>
            <th scope="col">
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => {
            const state = keyState(key, now);
            const [look, shape] = looks[state];
            return (
              <tr key={key.id} data-ended={state !== 'active' || undefined}>
                <td className="first">
                  <span className="cut" title={key.name}>
                    {key.name}
                  </span>
                  <code className="soft">{key.hint}</code>
                </td>
                <td data-label="State">
                  <span className={`badge ${look}`}>
                    <span aria-hidden="true">{shape}</span>
                    {state}
                  </span>
                </td>
                <td data-label="Scopes">
                  <span title={key.scopes.join(', ')}>{scopeText(key.scopes)}</span>
                </td>
                <td data-label="Last used">{key.last_used_at ? <TimeAgo at={key.last_used_at} /> : 'never'}</td>
                <td data-label="Ends">{key.expires_at ? <TimeAgo at={key.expires_at} /> : 'never'}</td>
                <td data-label="Created">
                  <TimeAgo at={key.created_at} />
                </td>
                <td className="bare">
                  <div className="actions">
                    <Menu
                      trigger={
                        <Button look="plain icon" small aria-label={`Actions of ${key.name}`}>
                          <Ellipsis size={16} aria-hidden="true" />
                        </Button>
                      }
                    >
                      {state === 'active' && (
                        <>
                          <MenuItem onClick={() => onNarrow(key)}>Rename or narrow</MenuItem>
                          <MenuItem onClick={() => onRoll(key)}>Roll the secret</MenuItem>
                        </>
                      )}
                      <MenuItem onClick={() => onGrants(key)}>OAuth access</MenuItem>
                    </Menu>
                    {state === 'active' && (
                      <Button small look="danger" onClick={() => onRevoke(key)}>
                        Revoke<span className="hidden-text"> {key.name}</span>
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const scopeText = (scopes: readonly string[]): string => (scopes.length === 1 ? scopes[0]! : `${scopes.length} scopes`);
