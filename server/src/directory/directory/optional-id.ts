import { invalidRequest } from '../../platform/http/wire/invalid-request.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** An id that a body may leave out, leave empty or say null for. */
export const optionalId = (text: string | null | undefined, member: string): string | undefined => {
  const id = text?.trim().toLowerCase() ?? '';
  if (id === '') return undefined;
  if (!uuid.test(id)) throw invalidRequest('body', [{ path: [member], text: 'must be a UUID' }]);
  return id;
};
