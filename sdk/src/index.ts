export { type ClientOptions, createClient, type OperationTable, PortolanError } from './client.ts';
export * from './generated/index.ts';
