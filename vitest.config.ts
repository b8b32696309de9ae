import { defineConfig } from 'vitest/config';

const rooms = ['server', 'sdk', 'cli', 'acceptance', 'scripts', 'examples', 'bench'];
const below = (ending: string) => rooms.map((room) => `${room}/**/*${ending}`);

/**
 * Three rings: pure rules, code on a real database, and the promise to clients over HTTP.
 * Long rounds (`*.long.test.ts`) belong to `npm run test:long` alone.
 */
export default defineConfig({
  test: {
    // On two cores the default is one: the tests would wait while the database works.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          include: below('.test.ts'),
          exclude: [...below('.db.test.ts'), ...below('.long.test.ts'), 'acceptance/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'database',
          include: below('.db.test.ts'),
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/test/database-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['acceptance/**/*.test.ts'],
          exclude: ['**/*.long.test.ts', '**/node_modules/**'],
          globalSetup: ['acceptance/support/shared-server.ts'],
          // After the others: promises about time are not to be tested beside them.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'long',
          sequence: { groupOrder: 2 },
          include: below('.long.test.ts'),
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/test/database-server.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
