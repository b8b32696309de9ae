// Made by `npm run generate` from the OpenAPI document. Do not edit.
export * as deployments from './deployments.ts';
export * as directory from './directory.ts';
export * as portal from './portal.ts';
