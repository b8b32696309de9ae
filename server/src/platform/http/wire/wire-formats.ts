import { createRequire } from 'node:module';
import type { Ajv, Format } from 'ajv';

const require = createRequire(import.meta.url);

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const readableTime = /^[^ ]+$/;
/** RFC 5321 allows no longer address. */
const longestEmail = 254;

const test = (format: Format, value: string): boolean => {
  if (format instanceof RegExp) return format.test(value);
  if (typeof format === 'function') return format(value) === true;
  if (typeof format !== 'object' || format.async === true || typeof format.validate !== 'function') return false;
  return (format.validate as (value: string) => boolean)(value);
};

/**
 * Formats for text. Stricter than the library where it lets pass what fails later: `urn:uuid:` before an id, base64
 * where only one of several lines is, and leap seconds or a space in a time, which JavaScript cannot read.
 */
export const addWireFormats = (ajv: Ajv): void => {
  // Loaded with the first check, as the checker itself.
  const { default: library }: typeof import('ajv-formats') = require('ajv-formats');
  const email = library.get('email', 'full');
  const dateTime = library.get('date-time', 'full');
  library(ajv);
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('byte', (value: string) => value.length % 4 === 0 && base64.test(value));
  ajv.addFormat('email', (value: string) => value.length <= longestEmail && test(email, value));
  ajv.addFormat(
    'date-time',
    (value: string) => test(dateTime, value) && readableTime.test(value) && Number.isFinite(Date.parse(value)),
  );
};
