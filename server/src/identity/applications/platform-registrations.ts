/**
 * What Portolan registers of itself has the same ids in every installation, so that templates and the command line need
 * not ask for them. The ids spell the name; nothing secret hangs on them.
 */
export const platformApiId = '706f7274-6f6c-416e-8000-000000000001';
export const platformProductId = '706f7274-6f6c-416e-8000-000000000002';
export const consoleClientId = '706f7274-6f6c-416e-8000-000000000003';
export const cliClientId = '706f7274-6f6c-416e-8000-000000000004';

export const platformApiUri = 'api://portolan';
export const platformProductName = 'Portolan Platform API';
/** To act at the platform's own APIs as the signed-in user, or as the application itself. */
export const platformScope = 'user_impersonation';
