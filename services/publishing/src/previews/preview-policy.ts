import type { PageAnswer } from '@space/contracts/core';
import type { PageCall } from '@space/web';

const POLICY = 'Content-Security-Policy';

/** The word of a sandbox that lets a page take its visitor elsewhere. A preview in the console must not replace the console. */
const TOP_NAVIGATION = 'allow-top-navigation-by-user-activation';

/** Returns the policy of a page as that of its preview: only the console may show it in a frame, and it navigates no other window. */
function previewPolicy(policy: string, consoleOrigin: string): string {
  const rest = policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors '))
    .map((directive) => (directive.startsWith('sandbox ') ? directive.replace(` ${TOP_NAVIGATION}`, '') : directive));
  return [...rest, `frame-ancestors ${consoleOrigin}`].join('; ');
}

/** Returns the handlers of previews, each of whose answers has the policy of a preview. A message in the place of a page has it, too. */
export function withPreviewPolicy<H extends object>(handlers: H, consoleOrigin: string): H {
  return Object.fromEntries(
    Object.entries(handlers as Readonly<Record<string, (call: PageCall) => Promise<PageAnswer>>>).map(([name, handler]) => [
      name,
      async (call: PageCall) => {
        const answer = await handler(call);
        const policy = answer.headers[POLICY];
        if (policy === undefined) return answer;
        return { ...answer, headers: { ...answer.headers, [POLICY]: previewPolicy(policy, consoleOrigin) } };
      },
    ]),
  ) as H;
}
