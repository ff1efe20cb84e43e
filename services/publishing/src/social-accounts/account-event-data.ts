import type { SocialPlatform } from '@space/contracts/publishing';

/** The part of an account that events show. */
interface NamedAccount {
  readonly id: string;
  readonly handle: string;
  readonly platform: SocialPlatform;
}

/** Returns the data of an account in an event. */
export const accountEventData = ({ id, handle, platform }: NamedAccount) => ({ account_id: id, account: handle, platform });
