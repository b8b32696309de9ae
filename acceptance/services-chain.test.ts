import { expect, inject, test } from 'vitest';
import { call } from './support/administrator.ts';
import { deployApplication, prepareProject } from './support/deployed-application.ts';

const url = inject('portolanUrl');
const rounds = 10;

test('deploy, sign in, create, subscribe, read back, notify, read, validate: each step sees the one before', {
  timeout: 180_000,
}, async () => {
  const { project } = await prepareProject(url, `Chain ${Date.now()}`);
  for (let round = 0; round < rounds; round += 1) {
    const app = await deployApplication(url, project, `${Date.now()} ${round}`);
    const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      await call(url, method, `/services/v3${path}`, {
        headers: { ...app.headers, ...headers },
        ...(body === undefined ? {} : { body }),
      });

    const created = await ask('POST', '/this/user', {
      firstName: 'Grace',
      lastName: `Hopper ${round}`,
      email: `grace.${Date.now()}.${round}@example.com`,
      options: { sendMail: false, createSubscription: true, serviceId: app.serviceId },
    });
    expect(created.status, created.text).toBe(200);
    expect(created.body.confirmationUrl).toMatch(/^http/);
    const userId = created.body.id;
    const read = await ask('GET', `/this/services/${app.serviceId}/subscribers/${userId}`);
    expect(read.body, read.text).toMatchObject({ id: userId, state: 'subscribing' });
    const list = await ask('GET', '/this/subscribers?page=0&pageSize=10');
    expect(list.body.map((user: { id: string }) => user.id)).toContain(userId);

    const me = await ask('GET', '/my/profile');
    expect((await ask('PUT', `/this/services/${app.serviceId}/subscribers/${me.body.id}`, {})).status).toBe(204);
    const before = (await ask('GET', '/my/messages/count')).body;
    const sent = await ask('POST', `/this/services/${app.serviceId}/notification`, {
      message: { name: `Round ${round}`, content: 'An order came in.', type: 1 },
      recipients: [me.body.id],
      HighPriority: true,
    });
    expect(sent.status, sent.text).toBe(204);
    await expect.poll(async () => (await ask('GET', '/my/messages/count')).body, { timeout: 10_000 }).toBe(before + 1);
    const messages = await ask('GET', '/my/messages?all=false');
    expect(messages.body.map((message: { name: string }) => message.name)).toContain(`Round ${round}`);
    expect((await ask('GET', `/my/policies/${app.serviceId}/validate()`)).status).toBe(204);
    expect((await ask('DELETE', `/this/services/${app.serviceId}/subscribers/${me.body.id}`)).status).toBe(204);
    const missing = await ask('GET', `/my/policies/${app.serviceId}/validate()`);
    expect(missing.status).toBe(406);
    expect(missing.body).toMatchObject({ SubscriptionMissing: true });
  }
});
