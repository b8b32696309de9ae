export { DatabaseStartError, type StartProblem } from './database-start-error.ts';
export { findEmbeddedPostgres } from './find-embedded-postgres.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
