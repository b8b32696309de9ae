import { administratorToken, createProject, type DeployedProject, deploy } from './administrator.ts';
import type { Browser } from './browser.ts';
import { type SignInOptions, signIn } from './sign-in.ts';
import { adminEmail, adminPassword } from './start-portolan.ts';
import { applicationResource, clientOutput, idOutput, redirect, serviceResource } from './template-parts.ts';

export interface DeployedClient {
  readonly clientId: string;
  readonly secret: string;
  readonly key: string;
}

export interface DeployedApplication extends DeployedClient {
  readonly serviceId: string;
  /** Headers of a call to the services API as the administrator who is signed in at this application. */
  readonly headers: Record<string, string>;
}

export interface Person {
  readonly email: string;
  readonly password: string;
}

export const administrator: Person = { email: adminEmail, password: adminPassword };

/** Submits resources and gives what the outputs are asked for by. */
export const deployResources = async (
  url: string,
  project: DeployedProject,
  name: string,
  parts: { readonly resources: readonly unknown[]; readonly outputs: readonly unknown[] },
): Promise<<Value>(output: string) => Value> => {
  const template = { resourceGroup: { name: "$concat('Group ', parameter('name'))" }, ...parts };
  const answer = await deploy(url, project, template, [{ name: 'name', value: name, type: 'string' }]);
  if (answer.status !== 200) throw new Error(`deploy: ${answer.status} ${answer.text}`);
  const { values } = answer.body as { readonly values: readonly { readonly name: string; readonly value: unknown }[] };
  return <Value>(output: string) => values.find((entry) => entry.name === output)?.value as Value;
};

/** A service and a client for it, deployed from a template; the administrator is signed in there. */
export const deployApplication = async (
  url: string,
  project: DeployedProject,
  name: string,
  browser?: Browser,
): Promise<DeployedApplication> => {
  const value = await deployResources(url, project, name, {
    resources: [serviceResource('service'), applicationResource('client', ['$resources[0].id'])],
    outputs: [idOutput('serviceId', 0), clientOutput('client', 1)],
  });
  const client = value<DeployedClient>('client');
  const headers = await signInAtApplication(url, client, administrator, browser);
  return { serviceId: value('serviceId'), ...client, headers };
};

/** How somebody signs in with the client. */
export const applicationSignIn = (url: string, client: DeployedClient, who: Person): SignInOptions => ({
  url,
  clientId: client.clientId,
  clientSecret: client.secret,
  redirectUri: redirect,
  scope: 'openid api://portolan/user_impersonation',
  ...who,
});

/** Signs somebody in with the client. In a browser of its own, where none is given that is signed in already. */
export const signInAtApplication = async (
  url: string,
  client: DeployedClient,
  who: Person,
  browser?: Browser,
): Promise<Record<string, string>> => {
  const options = applicationSignIn(url, client, who);
  const tokens = await signIn(browser === undefined ? options : { ...options, browser });
  return { authorization: `Bearer ${tokens.access_token}`, 'Ocp-Apim-Subscription-Key': client.key };
};

export const prepareProject = async (
  url: string,
  name: string,
): Promise<{ token: string; project: DeployedProject }> => {
  const token = await administratorToken(url);
  return { token, project: await createProject(url, token, name) };
};
