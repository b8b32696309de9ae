import { flag, type JsonSchema, list, object, orQuery, text } from './json-schema.ts';

const address = (description: string): JsonSchema =>
  text(description, 2048, { nullable: true, examples: ['https://orders.example.com'] });
const tags = list({ type: 'string', minLength: 1, maxLength: 100 }, 'Words by which the service is found.', 100);

const passwordPolicy: JsonSchema = {
  description: 'How old the passwords of subscribers may be. Null: no rule.',
  anyOf: [
    { type: 'null' },
    { $ref: '#/definitions/query' },
    object(
      {
        enforcePasswordPolicy: flag('Whether the rule is enforced.', true),
        scope: orQuery({ enum: [0, 1, 'service', 'platform'] }, { description: '0 service, 1 platform.' }),
        intervalType: orQuery(
          { enum: [0, 1, 2, 'days', 'months', 'years'] },
          { description: '0 days, 1 months, 2 years.' },
        ),
        interval: orQuery(
          { type: 'integer', minimum: 1, maximum: 730 },
          { description: 'Days 30, 60, 90, 180, 365, 730; months 1, 2, 3, 6, 12, 24; years 1, 2.' },
        ),
      },
      ['enforcePasswordPolicy', 'scope', 'intervalType', 'interval'],
    ),
  ],
};

const accessLevels: JsonSchema = object({
  useAccessLevels: flag('Whether subscribers have an access level.', false),
  accessLevels: list(
    object(
      {
        accessLevelName: orQuery(
          { type: 'string', pattern: '^[A-Za-z0-9_.-]{2,50}$' },
          { description: 'Name of the level.' },
        ),
      },
      ['accessLevelName'],
    ),
    'The levels, the first of which is the default. A level that has subscribers can be neither renamed nor deleted.',
    100,
  ),
});

/** `sections` of a platform.service as a template writes it (contract A15). */
export const serviceSections: JsonSchema = object({
  properties: object({
    businessOwnerId: text('Who owns the service.', 200, { nullable: true }),
    description: text('What the service is, in full.', 10_000, { nullable: true }),
    category: text('Where the service stands among others.', 200, { nullable: true }),
    shortName: text('Name for narrow places.', 200, { nullable: true }),
    openInNewTab: flag('Whether the service opens in a tab of its own.', false),
    visible: flag('Whether people see the service in lists.', true),
    serviceUrl: address('Where the service is. https, or http on localhost.'),
    shortDescription: text('What the service is, in a sentence.', 1000, { nullable: true }),
    technicalContactEmail: text('Who helps with technical questions.', 320, { nullable: true }),
    providerCompanyName: text('The company that offers the service.', 200, { nullable: true }),
    productionService: flag('Whether the service is in production.', false),
    tags,
  }),
  advanced: object({
    parentServiceId: text('The service that this one belongs to: its subscriptions count.', 200, { nullable: true }),
    childServiceIds: list({ type: 'string' }, 'Services that belong to this one.', 1000),
    passwordPolicy,
    accessLevels,
    serviceOwner: text('Who answers for the service.', 320, { nullable: true }),
    public: flag('Whether everybody sees the service.', false),
    selfSubscribe: flag('Whether people may subscribe by themselves.', false),
    approvalNeeded: flag('Whether a subscription must be approved.', false),
    subscriptionNotification: orQuery(
      { enum: ['send', 'suppress', null] },
      { description: 'Whether subscribers are told of changes of their subscription.', default: 'send' },
    ),
    subscriberLimit: orQuery({ type: ['integer', 'null'], minimum: 0 }, { description: 'How many may subscribe.' }),
    pricingTier: text('Pricing tier.', 100, { nullable: true }),
    apiAudience: text('Audience of the API behind the service.', 512, { nullable: true }),
    termsUrl: address('Terms of use.'),
    healthUrl: address('Where the service tells how it is.'),
  }),
});
