import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signInWithPassword } from '../credentials/sign-in-with-password.ts';
import { listPlatformRoles } from '../roles/list-platform-roles.ts';
import { systemTenantId } from '../tenant-scope.ts';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { ensureFirstAdministrator } from './ensure-first-administrator.ts';

const bench = useAccountsBench();

test('a short password is refused before anything is made', async () => {
  const input = { email: 'boss@example.com', password: 'short' };
  await expect(ensureFirstAdministrator(bench(), input)).rejects.toMatchObject({ code: 'password.too-short' });
});

test('of several first starts at once one makes the administrator, who can sign in; later starts change nothing', async () => {
  const { database, acting, auditOf } = bench();
  const starts = await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(bench(), {})));
  const made = starts.filter(({ created }) => created);
  expect(made).toHaveLength(1);
  const { email = '', generatedPassword = '' } = made[0] ?? {};
  expect(email).toBe('admin@localhost');
  expect(generatedPassword).toMatch(/^(?:[a-z2-9]{6}-){3}[a-z2-9]{6}$/);
  for (const start of starts.filter(({ created }) => !created)) {
    expect(start).toEqual({ created: false, email: 'admin@localhost' });
  }
  const again = await ensureFirstAdministrator(bench(), { email: 'other@example.com', password: 'another password!' });
  expect(again).toEqual({ created: false, email: 'admin@localhost' });

  const input = { email, password: generatedPassword, scope: { tenantId: systemTenantId }, address: '192.0.2.1' };
  const [account] = await signInWithPassword(bench(), acting, input);
  expect(account?.user).toMatchObject({ tenantId: systemTenantId, activated: true, emailVerified: true });
  const userId = account?.user.id ?? '';
  expect(await listPlatformRoles(database, { userId })).toEqual(['administrator']);
  expect(await auditOf(userId)).toContain('administrator.created');

  const { rows } = await sql<{ text: string }>`
    SELECT (SELECT json_agg(u) FROM users u)::text || (SELECT json_agg(p) FROM password_credentials p)::text
           || (SELECT json_agg(l) FROM audit_log l)::text AS text`.execute(database);
  expect(rows[0]?.text).toContain('admin@localhost');
  expect(rows[0]?.text).not.toContain(generatedPassword);
});
