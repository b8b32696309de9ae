// From a running Portolan to an application that it knows, in one go and without a dependency:
//
//   node examples/first-steps.mjs [http://localhost:4000]
//
// It signs you in (open the link it prints), makes a project with an automation token, submits the example
// `service-and-client-with-secret`, and calls the services API as the application that came out of it.
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const portolan = (process.argv[2] ?? 'http://localhost:4000').replace(/\/$/, '');
const platformApi = 'api://portolan';
// Built in, so that scripts and command lines can sign people in without a registration of their own.
const nativeClient = '706f7274-6f6c-416e-8000-000000000004';

const request = async (method, address, { token, headers = {}, form, body } = {}) => {
  const answer = await fetch(new URL(address, portolan), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form && { body: new URLSearchParams(form) }),
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = await answer.json();
  // "Not yet" is the answer of a sign-in that waits for its person, and no failure.
  if (answer.ok || content.error === 'authorization_pending') return content;
  throw new Error(`${method} ${address} answered ${answer.status}: ${JSON.stringify(content)}`);
};

const issuer = await request('GET', '/identity/.well-known/openid-configuration');

const signIn = async () => {
  const device = await request('POST', issuer.device_authorization_endpoint, {
    form: { client_id: nativeClient, scope: `openid ${platformApi}/user_impersonation`, resource: platformApi },
  });
  console.log(`Open ${device.verification_uri_complete}\nand sign in. The code there is ${device.user_code}.\n`);
  for (;;) {
    await wait((device.interval ?? 5) * 1000);
    const { access_token: token } = await request('POST', issuer.token_endpoint, {
      form: {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: nativeClient,
        device_code: device.device_code,
      },
    });
    if (token) return token;
  }
};

const file = async (name) =>
  (await readFile(new URL(`service-and-client-with-secret/${name}.json`, import.meta.url))).toString('base64');

const token = await signIn();
const project = await request('POST', '/portal/v1/projects', { token, body: { name: `First steps ${Date.now()}` } });
const automation = await request('POST', `/portal/v1/projects/${project.id}/automation-tokens`, {
  token,
  body: { name: 'first steps', years: 1 },
});
console.log(`Project ${project.id} with an automation token, which is shown once: ${automation.token}\n`);

const { values, errors } = await request('POST', `/deployments/v1/projects/${project.id}/resourceGroups/files`, {
  token: automation.token,
  body: { format: 'json', template: await file('template'), parameters: await file('parameters') },
});
if (errors) throw new Error(JSON.stringify(errors));
console.log('The outputs of the deployment:');
for (const { name, value } of values) console.log(`  ${name}: ${JSON.stringify(value)}`);

const outputs = Object.fromEntries(values.map(({ name, value }) => [name, value]));
const { access_token: ownToken } = await request('POST', issuer.token_endpoint, {
  form: {
    grant_type: 'client_credentials',
    client_id: outputs.clientId,
    client_secret: outputs.clientSecret,
    scope: `${platformApi}/.default`,
  },
});
const services = await request('GET', '/services/v3/this/services?page=0&pageSize=10', {
  token: ownToken,
  headers: { 'Ocp-Apim-Subscription-Key': [outputs.keys].flat()[0].subscriptionKey },
});
console.log('\nThe application signed in with its secret, and its key showed it the services that it belongs to:');
console.log(JSON.stringify(services, null, 2));
