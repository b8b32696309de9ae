import { randomUUID } from 'node:crypto';

export const supportCodeHeader = 'x-supportCode';

/** A caller's own code is kept when it is 1-128 printable ASCII characters; otherwise one is made (contract B3). */
export const chooseSupportCode = (given: string | string[] | undefined): string => {
  const text = Array.isArray(given) ? given[0] : given;
  return text !== undefined && /^[\x20-\x7e]{1,128}$/.test(text) && text.trim() !== '' ? text : randomUUID();
};
