import { type SignInOptions, signIn } from './sign-in.ts';
import { adminEmail, adminPassword } from './start-portolan.ts';

/** What Portolan registers of itself has the same ids in every installation. */
export const cliClientId = '706f7274-6f6c-416e-8000-000000000004';
export const platformApi = 'api://portolan';

/** Calls an API as JSON and gives back status, headers and body. */
export const call = async (
  url: string,
  method: string,
  path: string,
  options: { token?: string; headers?: Record<string, string>; body?: unknown } = {},
) => {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
};

/** How the administrator signs in for the platform API, as the command line does it. */
export const administratorSignIn = (url: string): SignInOptions => ({
  url,
  clientId: cliClientId,
  redirectUri: 'http://127.0.0.1:54321/callback',
  scope: `openid ${platformApi}/user_impersonation`,
  email: adminEmail,
  password: adminPassword,
});

export const administratorToken = async (url: string): Promise<string> =>
  (await signIn(administratorSignIn(url))).access_token;

export interface DeployedProject {
  readonly projectId: string;
  readonly automationToken: string;
}

export const createProject = async (url: string, token: string, name: string): Promise<DeployedProject> => {
  const project = await call(url, 'POST', '/portal/v1/projects', { token, body: { name, description: '' } });
  if (project.status !== 201) throw new Error(`project: ${project.status} ${project.text}`);
  const issued = await call(url, 'POST', `/portal/v1/projects/${project.body.id}/automation-tokens`, {
    token,
    body: { name: 'ci', years: 1 },
  });
  if (issued.status !== 201) throw new Error(`automation token: ${issued.status} ${issued.text}`);
  return { projectId: project.body.id, automationToken: issued.body.token };
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

export const deploy = async (url: string, project: DeployedProject, template: unknown, parameters: unknown) =>
  await call(url, 'POST', `/deployments/v1/projects/${project.projectId}/resourceGroups/files`, {
    token: project.automationToken,
    body: { format: 'json', template: encode(template), parameters: encode(parameters) },
  });
