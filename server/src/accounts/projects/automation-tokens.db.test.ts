import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueToken } from '../../platform/secrets/index.ts';
import { changeTenant } from '../tenants/change-tenant.ts';
import { useAccountsBench } from '../test/open-accounts-bench.ts';
import { addTrustedIssuer } from './add-trusted-issuer.ts';
import { createProject } from './create-project.ts';
import { deleteDeadAutomationTokens } from './delete-dead-automation-tokens.ts';
import { issueAutomationToken } from './issue-automation-token.ts';
import { issueExchangedToken } from './issue-exchanged-token.ts';
import { listAutomationTokens } from './list-automation-tokens.ts';
import { listTrustedIssuers } from './list-trusted-issuers.ts';
import { removeTrustedIssuer } from './remove-trusted-issuer.ts';
import { revokeAutomationToken } from './revoke-automation-token.ts';
import { verifyAutomationToken } from './verify-automation-token.ts';

const bench = useAccountsBench();

const setUp = async () => {
  const { write, acting, makeActiveUser, makeTenant } = bench();
  const tenantId = await makeTenant();
  const creator = await makeActiveUser({}, tenantId);
  const project = await write((t) => createProject(t, acting, { creator, name: 'Project' }));
  const issue = (name = 'CI', years = 1) => write((t) => issueAutomationToken(t, acting, { project, name, years }));
  return { tenantId, creator, project, issue };
};

const verify = async (token: string) => await verifyAutomationToken({ database: bench().database }, { token });

test('a token is shown once, recognised by its start, and names its project', async () => {
  const { database, write, auditOf } = bench();
  const { project, tenantId, creator } = await setUp();
  const acting = { actor: { kind: 'user', id: creator.id } };
  const issued = await write((t) => issueAutomationToken(t, acting, { project, name: ' CI ', years: 5 }));
  expect(issued.token).toMatch(/^ptl_at_[0-9A-Za-z]{46}$/);
  expect(issued.token.startsWith(issued.tokenStart)).toBe(true);
  expect(issued.tokenStart.length).toBeLessThan(16);
  expect(await verify(issued.token)).toEqual({
    tokenId: issued.id,
    projectId: project.id,
    tenantId,
    name: 'CI',
    expiresAt: issued.expiresAt,
    externalSubject: null,
  });
  const [listed] = await listAutomationTokens(database, { projectId: project.id });
  expect(listed).toMatchObject({ id: issued.id, name: 'CI', createdBy: creator.id, revokedAt: null });
  expect(JSON.stringify(listed)).not.toContain(issued.token);
  const { rows } = await sql<{ text: string }>`
    SELECT (SELECT json_agg(a) FROM automation_tokens a)::text || (SELECT json_agg(l) FROM audit_log l)::text AS text
  `.execute(database);
  expect(rows[0]?.text).not.toContain(issued.token);
  expect(await auditOf(issued.id)).toEqual(['automation-token.issued']);
});

test.each([1, 5])('%i years', async (years) => {
  const { issue } = await setUp();
  const { expiresAt, createdAt } = await issue('CI', years);
  expect(expiresAt.getUTCFullYear() - createdAt.getUTCFullYear()).toBe(years);
});

test.each([0, 6, 1.5, Number.NaN, -1])('%d years are refused', async (years) => {
  const { issue } = await setUp();
  await expect(issue('CI', years)).rejects.toMatchObject({ kind: 'invalid', details: [{ path: '/years' }] });
});

test('without a name it is refused', async () => {
  const { issue } = await setUp();
  await expect(issue('  ')).rejects.toMatchObject({ code: 'name.invalid' });
});

test('what cannot be a token never reaches the database', async () => {
  const { issue } = await setUp();
  const { token } = await issue();
  const last = token.at(-1) === 'a' ? 'b' : 'a';
  const unreachable = { database: undefined as never };
  for (const text of [
    '',
    'x',
    `${token.slice(0, -1)}${last}`,
    token.toUpperCase(),
    ` ${token}`,
    issueToken('ptl_act'),
  ]) {
    expect(await verifyAutomationToken(unreachable, { token: text })).toBeUndefined();
  }
  await expect(verifyAutomationToken(unreachable, { token })).rejects.toThrow();
  expect(await verify(issueToken('ptl_at'))).toBeUndefined();
});

test('a revoked token is refused from then on, and caches hear of it', async () => {
  const { write, acting, database, expectPublished, auditOf } = bench();
  const { project, issue } = await setUp();
  const { id: tokenId, token } = await issue();
  const revoke = () => write((t) => revokeAutomationToken(t, acting, { project, tokenId }));
  await expectPublished(tokenId, revoke);
  expect(await verify(token)).toBeUndefined();
  await revoke();
  expect(await auditOf(tokenId)).toEqual(['automation-token.issued', 'automation-token.revoked']);
  const [listed] = await listAutomationTokens(database, { projectId: project.id });
  expect(listed?.revokedAt).toBeInstanceOf(Date);
});

test('a token of another project is not found', async () => {
  const { write, acting } = bench();
  const [mine, other] = [await setUp(), await setUp()];
  const { id, token } = await other.issue();
  for (const tokenId of [id, randomUUID()]) {
    await expect(
      write((t) => revokeAutomationToken(t, acting, { project: mine.project, tokenId })),
    ).rejects.toMatchObject({ kind: 'notFound', code: 'automation-token.not-found' });
  }
  expect(await verify(token)).toMatchObject({ projectId: other.project.id });
});

test('an expired token and one of a deactivated tenant are refused', async () => {
  const { write, acting, database } = bench();
  const { tenantId, issue } = await setUp();
  const [old, fresh] = [await issue(), await issue()];
  await sql`UPDATE automation_tokens SET created_at = now() - interval '2 years', expires_at = now()
            WHERE id = ${old.id}`.execute(database);
  expect(await verify(old.token)).toBeUndefined();
  expect(await verify(fresh.token)).toBeDefined();
  await write((t) => changeTenant(t, acting, { tenantId, deactivated: true }));
  expect(await verify(fresh.token)).toBeUndefined();
});

test('use is noted at most once a minute, however many requests come', async () => {
  const { database } = bench();
  const { issue } = await setUp();
  const { id, token } = await issue();
  const read = async () =>
    (
      await sql<{ at: Date; version: string }>`
        SELECT last_used_at AS at, xmin::text AS version FROM automation_tokens WHERE id = ${id}`.execute(database)
    ).rows[0];
  await Promise.all(Array.from({ length: 20 }, () => verify(token)));
  const first = await read();
  expect(first?.at).toBeInstanceOf(Date);
  await verify(token);
  expect(await read()).toEqual(first);
  await sql`UPDATE automation_tokens SET last_used_at = now() - interval '61 seconds' WHERE id = ${id}`.execute(
    database,
  );
  await verify(token);
  expect((await read())?.at.getTime()).toBeGreaterThanOrEqual(first?.at.getTime() ?? 0);
});

const rule = {
  name: 'Pipelines',
  issuer: 'https://ci.example.com',
  audience: 'portolan',
  subjectPattern: 'repo:acme/web:*',
};
const job = { issuer: rule.issuer, audiences: ['other', 'portolan'], subject: 'repo:acme/web:ref:refs/heads/main' };

test('a trusted job gets a token for a quarter of an hour', async () => {
  const { write, acting, database, auditOf } = bench();
  const { project } = await setUp();
  await write((t) => addTrustedIssuer(t, acting, { ...rule, project }));
  const issued = await write((t) => issueExchangedToken(t, acting, { ...job, projectId: project.id }));
  expect(Math.round((issued.expiresAt.getTime() - issued.createdAt.getTime()) / 1000)).toBe(900);
  expect(await verify(issued.token)).toMatchObject({ projectId: project.id, externalSubject: job.subject });
  expect(await auditOf(issued.id)).toEqual(['automation-token.exchanged']);
  await sql`UPDATE automation_tokens SET created_at = now() - interval '3 days', expires_at = now() - interval '2 days'
            WHERE id = ${issued.id}`.execute(database);
  expect(await listAutomationTokens(database, { projectId: project.id })).toEqual([]);
  expect(await deleteDeadAutomationTokens({ database })).toBe(1);
});

test.each([
  ['issuer', { issuer: 'https://ci.example.com/' }],
  ['audience', { audiences: ['other'] }],
  ['subject', { subject: 'repo:acme/website:ref:refs/heads/main' }],
  ['project', { projectId: '4f3c1f0e-0000-4000-8000-000000000000' }],
])('a job of another %s is not trusted', async (_, wrong) => {
  const { write, acting } = bench();
  const { project } = await setUp();
  await write((t) => addTrustedIssuer(t, acting, { ...rule, project }));
  await expect(
    write((t) => issueExchangedToken(t, acting, { ...job, projectId: project.id, ...wrong })),
  ).rejects.toMatchObject({ kind: 'unauthenticated', code: 'job.not-trusted' });
});

test('an issuer that is no longer trusted takes its tokens along', async () => {
  const { write, acting, database, expectPublished } = bench();
  const { project } = await setUp();
  const { id: issuerId } = await write((t) => addTrustedIssuer(t, acting, { ...rule, project }));
  await expect(write((t) => addTrustedIssuer(t, acting, { ...rule, project }))).rejects.toMatchObject({
    code: 'trusted-issuer.exists',
  });
  const issued = await write((t) => issueExchangedToken(t, acting, { ...job, projectId: project.id }));
  expect(await listTrustedIssuers(database, { projectId: project.id })).toMatchObject([
    { id: issuerId, tokenSeconds: 900 },
  ]);
  const other = await setUp();
  await expect(
    write((t) => removeTrustedIssuer(t, acting, { project: other.project, issuerId })),
  ).rejects.toMatchObject({ code: 'trusted-issuer.not-found' });
  await expectPublished(issued.id, () => write((t) => removeTrustedIssuer(t, acting, { project, issuerId })));
  expect(await verify(issued.token)).toBeUndefined();
});

test.each([
  ['/issuer', { issuer: 'http://ci.example.com' }],
  ['/issuer', { issuer: 'https://ci.example.com?x=1' }],
  ['/issuer', { issuer: 'nowhere' }],
  ['/audience', { audience: '' }],
  ['/subjectPattern', { subjectPattern: '*' }],
  ['/tokenSeconds', { tokenSeconds: 59 }],
])('a rule with a bad %s is refused', async (path, wrong) => {
  const { write, acting } = bench();
  const { project } = await setUp();
  await expect(write((t) => addTrustedIssuer(t, acting, { ...rule, project, ...wrong }))).rejects.toMatchObject({
    kind: 'invalid',
    details: [{ path }],
  });
});
