import { callTool } from '../journeys/mcp-post.ts';
import { operator } from '../profile.ts';
import { newKey, newSpace, type TestSpace } from '../space.ts';

/** The key of an agent in a new Space, with a listener of the agent. */
interface ListeningAgent extends TestSpace {
  readonly agent_id: string;
  readonly listener: string;
}

/** Creates an agent with a listener. */
export async function newListeningAgent(): Promise<ListeningAgent> {
  const { space_id } = await newSpace();
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  const { structuredContent } = await callTool(agent.api_key, 'listen_to_events', { event_types: ['contact_created'] });
  return { ...agent, agent_id, listener: structuredContent.id };
}
