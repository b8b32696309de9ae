/** One operation of Area B and the statuses that are listed for it. */
export interface TableEntry {
  /** Method and path as the specification writes them. */
  readonly operation: string;
  /** Where the operation is described. */
  readonly source: 'specification' | 'contract';
  readonly statuses: readonly number[];
}

/** Section 7 of the specification lists these for the whole of Area B. */
const usual = [400, 401, 403, 404, 500, 502] as const;

const listed = (source: TableEntry['source'], lines: Readonly<Record<string, readonly number[]>>): TableEntry[] =>
  Object.entries(lines).map(([operation, own]) => ({
    operation,
    source,
    statuses: [...new Set([...own, ...usual])].sort((a, b) => a - b),
  }));

/** Section 4, the table of Area B, read by eye and compared with the text by a program. */
const specified: readonly TableEntry[] = listed('specification', {
  'GET /my/profile': [200],
  'GET /my/picture': [200],
  'GET /my/messages/count': [200],
  'GET /my/messages': [200],
  'PATCH /my/messages': [204],
  'GET /my/companies': [200],
  'GET /my/policies/{serviceId}/validate()': [204, 406],
  'GET /my/policies/validate()': [204, 406],
  'GET /my/services': [200],
  'GET /my/widgets': [200],
  'GET /this/services': [200],
  'GET /this/subscribers': [200, 300],
  'GET /this/subscribers/{userId}': [200, 300],
  'PUT /this/subscribers/{userId}': [204, 300],
  'DELETE /this/subscribers/{userId}': [204, 300],
  'GET /this/services/{serviceId}/subscribers/{userId}': [200],
  'PUT /this/services/{serviceId}/subscribers/{userId}': [204],
  'DELETE /this/services/{serviceId}/subscribers/{userId}': [204],
  'GET /this/services/{serviceId}/subscribers/{userId}/picture': [200],
  'GET /this/services/{serviceId}/subscribers': [200],
  'GET /this/user/resolve({email})': [200],
  'POST /this/user': [200],
  'POST /this/users': [200],
  'POST /this/services/{serviceId}/notification': [204],
  'GET /this/services/{serviceId}/subscribers/{userId}/policy/validate()': [204, 406],
});

/** Contract B17, and the address that `childrenUrl` of a ServiceInfo leads to. */
const added: readonly TableEntry[] = listed('contract', {
  'GET /my/messages/{id}': [200],
  'PATCH /my/messages/{id}': [204],
  'GET /this/administrators': [200],
  'GET /this/services/{serviceId}/administrators': [200],
  'GET /this/services/{serviceId}/administrators/{userId}': [200],
  'GET /directory/companies/{id}': [200],
  'GET /directory/companies/{id}/users': [200],
  'GET /directory/services/{id}': [200],
  'GET /directory/services/{id}/children': [200],
  'GET /directory/services/{id}/users': [200],
  'GET /directory/services/{id}/subscribers': [200],
  'GET /directory/services/{serviceId}/administrators/{userId}': [200],
  'GET /directory/services/{serviceId}/datacontainers': [200],
  'PUT /directory/services/{serviceId}/datacontainers/{id}': [200],
  'DELETE /directory/services/{serviceId}/datacontainers/{id}': [204],
  'POST /directory/users': [200],
  'GET /directory/users/by/email': [200],
  'GET /directory/users/{userid}': [200],
  'DELETE /directory/users/{userid}': [204],
  'GET /directory/users/{userid}/companies': [200],
  'GET /directory/users/{userid}/services': [200],
  'GET /directory/users/{userid}/services/{serviceId}': [200],
  'POST /directory/users/{userId}/change/email': [204],
  'GET /directory/users/{userId}/resync/all': [200],
  'POST /directory/users/me/edit': [204],
  'POST /directory/users/me/change/password': [204],
  'POST /directory/users/me/change/{type}': [204],
  'POST /directory/users/me/change/{type}/verify': [204],
  'POST /directory/users/me/accept/terms': [204],
  'POST /directory/users/me/exchange/otp': [200],
  'GET /directory/users/me/pending/activation': [200],
  'POST /directory/users/me/activate': [204],
  'GET /Status': [200],
  'GET /cache/invalidate/{id}': [204],
});

/** The note of section 7 names all of its answers; 401 because it needs a key (contract X1). */
const health: TableEntry = {
  operation: 'GET /health/status',
  source: 'specification',
  statuses: [200, 401, 424, 500],
};

export const operationTable: readonly TableEntry[] = [...specified, health, ...added];
