import { Problem } from '@space/contracts/core';

/** The resources that a lookup checks, as a plural noun, and the service that owns them. */
interface Lookup {
  readonly resources: string;
  readonly service: string;
}

/** Returns the answer to a lookup. Throws unavailable, with the resources and their service, when that service does not answer. */
export async function requireAnswer<T>(answer: Promise<T>, { resources, service }: Lookup): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && (error.code === 'unavailable' || error.code === 'timeout'))
      throw new Problem(
        'unavailable',
        `The ${resources} cannot be checked, since the ${service} service does not answer; try again in a moment.`,
        { retry_after_s: 5 },
      );
    throw error;
  }
}
