export { asyncApiDocument } from './asyncapi/document.ts';
export { toolListDocument } from './mcp/tools/callable-tools.ts';
export { createComponents } from './openapi/components.ts';
export { openApiDocument, operatorApiDocument } from './openapi/document.ts';
export { inputSchemaOf, type JsonSchema, outputSchemaOf, schemaOf } from './operation/json-schema.ts';
export { type GatewayAddresses, gatewayAddresses } from './server/server-task.ts';
export { gatewayService } from './service.ts';
