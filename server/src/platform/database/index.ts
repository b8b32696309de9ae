export { createGatherer, type GathererOptions, perDatabase } from './create-gatherer.ts';
export { inTransaction } from './in-transaction.ts';
export { migrate } from './migrate.ts';
export { type BusHandler, type NotificationBus, openNotificationBus, publish } from './notification-bus.ts';
export {
  type Database,
  type DatabaseConnections,
  type DatabaseOptions,
  type Handle,
  openDatabase,
  type Transaction,
} from './open-database.ts';
export { executePrepared, preparedQuery } from './prepared-query.ts';
export type { Tables } from './tables.generated.ts';
export { type ConstraintRules, translateDatabaseError } from './translate-database-error.ts';
