import { type ReactElement, useState } from 'react';
import type { SpaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { TextField } from '../../parts/field.tsx';
import { type Verified, verifySignature } from './verify-signature.ts';

type SentAttempt = Awaited<ReturnType<SpaceClient['deliveries']['get_attempt']>>;

const results: Readonly<Record<Verified, readonly [look: string, sentence: string]>> = {
  matches: ['good', '✓ The signature matches this secret.'],
  differs: ['bad', '✕ The signature was made with another secret.'],
  unavailable: ['warn', 'This browser computes no signature on a page without https. Open the console over https, or on localhost.'],
};

/** Renders what was signed, and a check of the signature with a secret that stays in the browser. */
export function VerifyBox({ sent }: { readonly sent: SentAttempt }): ReactElement {
  const [secret, setSecret] = useState('');
  const [result, setResult] = useState<Verified>();
  const header = Object.entries(sent.headers).find(([name]) => name.toLowerCase() === 'service-signature')?.[1] ?? '';
  return (
    <section className="card stack" aria-label="What was signed">
      <h2>What was signed</h2>
      <p>
        <code>v1</code> of <code>Service-Signature</code> is the HMAC-SHA256 of this text with the whole secret, in hex.
      </p>
      <CodeBlock code={sent.string_to_sign} label="Copy the signed text" />
      <p>
        The header that was sent: <code className="break">{header}</code>
      </p>
      {sent.secret_changed && <p className="notice warn">The secret was rotated since: the present one does not verify this attempt.</p>}
      <form
        className="why"
        onSubmit={(event) => {
          event.preventDefault();
          void verifySignature(secret, sent.string_to_sign, header).then(setResult);
        }}
      >
        <TextField
          label="Verify with a secret"
          type="password"
          placeholder="whsec_…"
          help="The secret stays in this browser. It is not sent."
          value={secret}
          onChange={(event) => {
            setSecret(event.target.value);
            setResult(undefined);
          }}
        />
        <Button type="submit" disabled={secret.trim() === ''}>
          Verify
        </Button>
      </form>
      <div aria-live="polite">{result && <p className={`notice ${results[result][0]}`}>{results[result][1]}</p>}</div>
    </section>
  );
}
