/** Where graphile-worker keeps its tables. Named in full in our SQL, so that no environment variable can move it. */
export const jobSchema = 'graphile_worker';
