/** The environment variable through which a worker gets its database connection. Set by the supervisor, never by people. */
export const workerConnectionVariable = 'PORTOLAN_WORKER_CONNECTION';

/** What workers and their supervisor say to one another. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly address: string }
  | { readonly kind: 'metrics?'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string };
