import { parseToken } from '../secrets/index.ts';

const blot = '[redacted]';
const deepest = 16;

const secretNames = [
  'password',
  'passphrase',
  'secret',
  'token',
  'authorization',
  'cookie',
  'signature',
  'privatekey',
  'subscriptionkey',
  'primarykey',
  'secondarykey',
  'accesskey',
  'apikey',
  'saskey',
  'connectionstring',
  'onetimecode',
];

const secretForms: readonly RegExp[] = [
  /\$argon2[a-z]{1,2}\$\S+/g,
  /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g,
  /(?<=[?&]sig=)[^&\s]+/gi,
  /(?<=\b(?:bearer|basic)\s)[\w.+/~=-]{8,}/gi,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];
const ownToken = /[a-z][a-z0-9_]{0,32}_[0-9A-Za-z]{46}/g;
/** What a secret of any of these forms holds at least. Nearly no text does, and one look is cheaper than one for each form. */
const maySecret = /_[0-9A-Za-z]{46}|\$argon2|eyJ|[?&]sig=|\b(?:bearer|basic)\s|-----BEGIN /i;

const namesSecret = (name: string): boolean => {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/s$/, '');
  return secretNames.some((ending) => plain.endsWith(ending));
};

/** PostgreSQL stores neither NUL nor half a surrogate pair; a name that holds one must not undo the whole change. */
export const storableText = (text: string): string => {
  const wellFormed = text.toWellFormed();
  return wellFormed.includes('\u0000') ? wellFormed.replaceAll('\u0000', '\uFFFD') : wellFormed;
};

/**
 * Details as they are stored: plain JSON, without what looks like a secret by its name or its form (contract X7). A last
 * line of defence behind callers who choose well what they tell.
 */
export const blotSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return blotText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean' || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value !== 'object') return undefined;
  if (depth >= deepest) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => blotSecrets(item, depth + 1) ?? null);
  return blotObject(value, depth);
};

const blotObject = (value: object, depth: number): unknown =>
  Object.fromEntries(
    Object.entries(value)
      .map(([name, item]): [string, unknown] => [
        storableText(name),
        namesSecret(name) && mayHoldSecret(item) ? blot : blotSecrets(item, depth + 1),
      ])
      .filter(([, item]) => item !== undefined),
  );

// "token: true" and "tokens: 3" tell something and give nothing away.
const mayHoldSecret = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null);

const blotText = (text: string): string => {
  const storable = storableText(text);
  if (!maySecret.test(storable)) return storable;
  const withoutTokens = storable.replaceAll(ownToken, (found) => (parseToken(found) ? blot : found));
  return secretForms.reduce((rest, form) => rest.replaceAll(form, blot), withoutTokens);
};
