import { createHash, randomBytes } from 'node:crypto';
import { call } from '../support/administrator.ts';
import { personToken, type WorldApplication } from './accounts.ts';
import type { World } from './world.ts';

/** Automation tokens of the home project that are good for nothing any more. */
export const makeAutomationTokens = async ({ url, near, database }: World) => {
  const token = await personToken(url, near.accounts.owner);
  const at = `/portal/v1/projects/${near.home.ids.projectId}/automation-tokens`;
  const issue = async (name: string) =>
    (await call(url, 'POST', at, { token, body: { name, years: 1 } })).body as { id: string; token: string };
  const [revoked, expired] = [await issue('to be revoked'), await issue('to expire')];
  const gone = await call(url, 'DELETE', `${at}/${revoked.id}`, { token });
  if (gone.status !== 204) throw new Error(`revoke: ${gone.status} ${gone.text}`);
  await database.query(
    `UPDATE automation_tokens SET created_at = now() - interval '2 years', expires_at = now() - interval '1 day' WHERE id = $1`,
    [expired.id],
  );
  return { revoked: revoked.token, expired: expired.token };
};

/** The second key of an application, and keys that were good once, are good elsewhere, or were never given out. */
export const makeKeys = async ({ url, near, database }: World, application: WorldApplication) => {
  const token = await personToken(url, near.accounts.owner);
  const at = `/portal/v1/projects/${near.home.ids.projectId}/applications/${application.id}/subscriptions`;
  const ask = async (method: string, path: string) => {
    const answer = await call(url, method, at + path, { token });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const subscriptionId = (await ask('GET', '')).result[0].id;
  const before = await ask('POST', `/${subscriptionId}/reveal`);
  const after = await ask('POST', `/${subscriptionId}/keys/secondary/regenerate`);
  const otherProduct = randomBytes(16).toString('hex');
  await database.query(
    `WITH product AS (
       INSERT INTO api_products (tenant_id, name, api_application_id) VALUES ($1, 'Another product', $2) RETURNING id
     ), subscription AS (
       INSERT INTO api_product_subscriptions (application_id, product_id, position)
       SELECT $3, id, 1 FROM product RETURNING id
     )
     INSERT INTO subscription_keys (subscription_id, slot, key_hash, sealed_key) SELECT id, 'primary', $4, 'x' FROM subscription`,
    [near.tenantId, near.home.ids.applicationId, application.id, createHash('sha256').update(otherProduct).digest()],
  );
  return {
    secondary: after.key as string,
    revoked: before.secondary as string,
    otherProduct,
    unknown: randomBytes(16).toString('hex'),
  };
};
