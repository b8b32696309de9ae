import { expect, test } from 'vitest';
import { parseAccounts } from './database-account.ts';

test('reads accounts and passes over lines of other forms', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/sh\n+::::::\nnobody:x:65534:65534::/:\nbroken\n\nodd:x:a:b::\n';
  expect(parseAccounts(passwd)).toEqual([
    { name: 'root', uid: 0, gid: 0 },
    { name: 'nobody', uid: 65_534, gid: 65_534 },
  ]);
});
