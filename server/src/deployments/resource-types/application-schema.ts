import { flag, type JsonSchema, list, object, orQuery, queryReference, text } from './json-schema.ts';

const url: JsonSchema = { type: 'string', maxLength: 2048, examples: ['https://app.example.com/signin'] };
const scopeNames = list({ type: 'string', minLength: 1, maxLength: 120 }, 'Names of scopes.', 200);

/** `sections` of a platform.application as a template writes it (contract A16). */
export const applicationSections: JsonSchema = object({
  properties: object({
    isApi: flag('Whether the application is an API that others call.', false),
    clientType: orQuery(
      {
        enum: ['None', 'Confidential', 'Public', 'Spa', 'ClientCredential', 'ClientCredentials', 'Native'],
      },
      { description: 'How the application signs in. None for an API that is nobody’s client.' },
    ),
    redirectUrls: list(url, 'Where people come back to after they signed in. https, or http on localhost.', 256),
    postLogoutRedirectUrls: list(url, 'Where people may be sent after they signed out.', 256),
    applicationUrl: text('Where the application is.', 2048, { nullable: true }),
    allowImplicitGrantFlow: flag('Whether tokens may be given out without a code.', false),
    appIdUri: text('URI by which an API is known.', 512, { nullable: true, examples: ['api://orders'] }),
    tokenVersion: orQuery({ enum: [1, 2, null] }, { description: 'Version of the tokens.', default: 2 }),
    publishedScopes: list(
      {
        anyOf: [
          object(
            {
              scopeName: text('Name of the scope.', 120),
              description: text('What it lets do.', 1000, { nullable: true }),
            },
            ['scopeName'],
          ),
          queryReference,
        ],
      },
      'Scopes of an API; at least one where isApi is true.',
      200,
    ),
    services: list({ type: 'string' }, 'Services of the same resource group that the application acts for.', 200),
    secretManagementOptions: orQuery(
      { enum: ['none', 'onlyIfEmpty', 'rollover', null] },
      {
        description:
          'What a deployment does about secrets: nothing, make one where there is none (the default for Confidential and ClientCredential), or replace the older of two.',
      },
    ),
    secrets: {
      description: 'Given out only: secrets are made by the platform, newest first.',
      type: ['array', 'null'],
      items: object({ secretText: { type: 'string' } }),
    },
    tags: list({ type: 'string', minLength: 1, maxLength: 100 }, 'Words by which the application is found.', 100),
  }),
  advanced: object({
    apiProductSubscriptions: list(
      {
        anyOf: [
          object({
            productId: text('Id of the API product.', 200),
            productName: text('Name of the API product.', 200),
            key: text('Given out only: the primary key.', 200),
          }),
          queryReference,
        ],
      },
      'API products that the application subscribes to. That of the platform itself is always among them.',
      100,
    ),
    clients: list(
      {
        anyOf: [
          object({ clientId: text('Client id.', 200), clientName: text('For people.', 200), scopes: scopeNames }, [
            'clientId',
          ]),
          queryReference,
        ],
      },
      'Clients that an API lets in without asking the user.',
      1000,
    ),
    apiAcceses: list(
      {
        anyOf: [
          object(
            {
              apiClientId: text('Client id or URI of the API.', 512),
              apiName: text('For people.', 200),
              scopes: scopeNames,
            },
            ['apiClientId'],
          ),
          queryReference,
        ],
      },
      'APIs that the application calls: those of the same project, and that of the platform.',
      200,
    ),
    secondFactorRequired: flag('Whether people need a second factor to sign in to it.', false),
  }),
});
