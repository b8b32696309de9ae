import { expect } from 'vitest';
import { call, type DeployedProject } from '../support/administrator.ts';
import type { Browser } from '../support/browser.ts';
import { deployApplication, signInAtApplication } from '../support/deployed-application.ts';

const password = 'the password of a chain of calls';

/**
 * Deploys a service and a client, signs in, makes a person, who takes the account, signs in with the new client, is
 * notified, reads the message and passes the policies. Each step relies on the one before, and nothing waits in between.
 */
export const runChainRound = async (
  url: string,
  project: DeployedProject,
  browser: Browser,
  name: string,
): Promise<void> => {
  const app = await deployApplication(url, project, name, browser);
  const ask = async (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
    await call(url, method, `/services/v3${path}`, { headers, ...(body === undefined ? {} : { body }) });

  const email = `grace.${name.replaceAll(' ', '.')}@example.com`;
  const created = await ask(app.headers, 'POST', '/this/user', {
    firstName: 'Grace',
    lastName: `Hopper ${name}`,
    email,
    options: { sendMail: false, createSubscription: true, serviceId: app.serviceId },
  });
  expect(created.status, created.text).toBe(200);
  const userId = created.body.id;
  const subscriber = `/this/services/${app.serviceId}/subscribers/${userId}`;
  const read = await ask(app.headers, 'GET', subscriber);
  expect(read.body, read.text).toMatchObject({ id: userId, email, state: 'subscribing', activated: false });
  const list = await ask(app.headers, 'GET', '/this/subscribers?page=0&pageSize=10');
  expect(list.body).toMatchObject([{ id: userId }]);
  const resolved = await ask(app.headers, 'GET', `/this/user/resolve(${email})`);
  expect(resolved.body).toMatchObject([{ id: userId }]);

  const authToken = new URL(created.body.confirmationUrl).searchParams.get('token') ?? '';
  const activated = await ask(
    { 'Ocp-Apim-Subscription-Key': app.key, authToken },
    'POST',
    '/directory/users/me/activate',
    {
      password,
      passwordRepeat: password,
      acceptPlatformTerms: true,
      acceptServiceTerms: true,
    },
  );
  expect(activated.status, activated.text).toBe(204);
  const person = await signInAtApplication(url, app, { email, password });
  expect((await ask(person, 'GET', '/my/profile')).body).toMatchObject({ id: userId, email, activated: true });
  expect((await ask(person, 'GET', '/my/services')).body).toMatchObject([{ id: app.serviceId }]);

  expect((await ask(person, 'GET', '/my/messages/count')).body).toBe(0);
  const sent = await ask(app.headers, 'POST', `/this/services/${app.serviceId}/notification`, {
    message: { name: `News ${name}`, content: 'An order came in.', type: 1 },
    recipients: [userId],
    HighPriority: true,
  });
  expect(sent.status, sent.text).toBe(204);
  expect((await ask(person, 'GET', '/my/messages/count')).body).toBe(1);
  const messages = await ask(person, 'GET', '/my/messages?all=false');
  expect(messages.body, messages.text).toMatchObject([{ name: `News ${name}`, important: true }]);
  expect((await ask(person, 'PATCH', '/my/messages')).status).toBe(204);
  expect((await ask(person, 'GET', '/my/messages/count')).body).toBe(0);

  expect((await ask(person, 'GET', `/my/policies/${app.serviceId}/validate()`)).status).toBe(204);
  expect((await ask(app.headers, 'GET', `${subscriber}/policy/validate()`)).status).toBe(204);
  expect((await ask(app.headers, 'DELETE', subscriber)).status).toBe(204);
  const missing = await ask(person, 'GET', `/my/policies/${app.serviceId}/validate()`);
  expect([missing.status, missing.body?.SubscriptionMissing]).toEqual([406, true]);
};
