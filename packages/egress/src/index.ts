export * from './egress.ts';
export type { AgentLimits } from './pinned-agent.ts';
export * from './public-address.ts';
export * from './resolve.ts';
