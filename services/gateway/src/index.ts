export { asyncApiDocument } from './asyncapi/document.ts';
export { toolListDocument } from './mcp/tools/callable-tools.ts';
export { openApiDocument } from './openapi/document.ts';
export { type GatewayAddresses, gatewayAddresses } from './server/server-task.ts';
export { gatewayService } from './service.ts';
