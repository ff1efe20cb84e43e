import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSpace } from '../../shell/session.tsx';
import { type Condition, leafText, leavesOf } from './condition-draft.ts';

/** Comparisons that are asked about one by one. */
const MAX_LEAVES = 20;

interface Verdict {
  readonly name: string | undefined;
  readonly isMember: boolean;
  readonly leaves: readonly (readonly [text: string, holds: boolean])[];
}

/** Renders a field for an email, and for its contact which comparisons of an audience hold. The service evaluates each of them. */
export function WhyMember({ condition }: { readonly condition: Condition }): ReactElement {
  const space = useSpace();
  const [email, setEmail] = useState('');
  const [verdict, setVerdict] = useState<Verdict>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const leaves = leavesOf(condition).slice(0, MAX_LEAVES);

  async function ask(): Promise<void> {
    const client = spaceClient(space.id).contacts;
    const asked = { email: email.trim(), limit: 1, fields: ['name' as const] };
    const holds = async (rule: Condition) => (await client.list({ ...asked, condition: rule })).data.length > 0;
    setBusy(true);
    setError(undefined);
    try {
      const [found, isMember, ...held] = await Promise.all([client.list(asked), holds(condition), ...leaves.map(holds)]);
      setVerdict({
        name: found.data[0]?.name,
        isMember,
        leaves: leaves.map((leaf, index) => [leafText(leaf), held[index] === true] as const),
      });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="card stack" aria-label="Why in or out">
      <h2>Why is a contact in or out?</h2>
      <form
        className="tag-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && email.trim() !== '') void ask();
        }}
      >
        <TextField label="Email of the contact" type="search" value={email} onChange={(event) => setEmail(event.target.value)} />
        <Button type="submit" disabled={isBusy || email.trim() === ''}>
          Explain
        </Button>
      </form>
      {error !== undefined && <ProblemNotice error={error} />}
      {verdict && (
        <div role="status" className="stack">
          <p>
            {verdict.name === undefined
              ? 'No contact has this email.'
              : `“${verdict.name}” is ${verdict.isMember ? 'in this audience' : 'not in this audience'}.`}
          </p>
          {verdict.name !== undefined && (
            <ul className="why-list">
              {verdict.leaves.map(([text, holds]) => (
                <li key={text}>
                  <span className={`badge ${holds ? 'good' : ''}`}>{holds ? '✓ holds' : '✕ does not hold'}</span> {text}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
