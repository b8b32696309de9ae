import { below, pick, type Random } from './random.ts';

/** The smallest picture. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture, or something that says it is one. */
export const makePicture = (random: Random): { type: string; content: Buffer } => {
  const content = Buffer.from(onePixel);
  if (random() < 0.5) content[below(content.length, random)] = below(256, random);
  return {
    type: pick(['image/png', 'image/png', 'image/jpeg', 'image/svg+xml', 'text/plain'], random) ?? '',
    content: random() < 0.2 ? content.subarray(0, below(content.length, random)) : content,
  };
};

const queries = [
  "$parameter('name')",
  '$resources[0].id',
  "$resources[?name=='a'].id",
  "$concat('a', parameter('name'))",
  "$variable('v')",
  '$resources[*].sections.properties.{a: description, b: serviceUrl}',
  '$sort(keys(resources[0]))',
  '$$literal',
  "$to_number('1e999')",
  '$max_by(resources, &id)',
  '$`{"__proto__": 1}`',
];

const base64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');

/** A submission that is right, or whose template is odd in some place. */
export const makeSubmission = (random: Random): unknown => {
  const odd = () => (random() < 0.15 ? (pick(queries, random) ?? '') : undefined);
  const name = `Generated ${below(20, random)}`;
  const service = {
    name: odd() ?? `service ${name}`,
    sku: odd() ?? 'standard',
    resourceType: random() < 0.05 ? 'platform.unknown' : 'platform.service',
    sections: {
      properties: {
        description: odd() ?? 'Takes orders',
        shortName: 'Orders',
        visible: random() < 0.5,
        serviceUrl: 'https://orders.example.com',
        shortDescription: odd() ?? 'Orders',
        technicalContactEmail: '',
      },
      advanced:
        random() < 0.3
          ? { accessLevels: { useAccessLevels: true, accessLevels: [{ accessLevelName: 'Reader' }] } }
          : {},
    },
  };
  const template = {
    resourceGroup: { name: `Group ${name}`, tags: [odd() ?? 'a'] },
    variables: { v: odd() ?? 'text' },
    resources: random() < 0.1 ? [] : [service],
    outputs: [{ name: 'id', value: odd() ?? '$resources[0].id', type: 'string' }],
  };
  const parameters = [{ name: 'name', value: odd() ?? name, type: pick(['string', 'secret', 'number'], random) }];
  return { format: 'json', template: base64(template), parameters: base64(parameters) };
};
