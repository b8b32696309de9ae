import type { Contender } from '../load/compare-load.ts';
import { encodeRequest } from '../load/encode-request.ts';
import type { Floor, FloorNumber } from './start-floor.ts';

const body = JSON.stringify({
  accessLevel: 'reader',
  companyId: '3f2c9a1e-0000-4000-8000-000000000000',
  notify: false,
});

/** What each floor is asked for; floor 4 has a small and a large file. */
export const floorContender = (number: FloorNumber, floor: Floor, file: 'small' | 'large' = 'small'): Contender => {
  const { target, headers } = floor;
  const always = (request: Buffer) => () => request;
  const ask = (): Contender['request'] => {
    switch (number) {
      case 1:
      case 2:
        return always(encodeRequest({ path: '/', headers }));
      case 3:
        return always(encodeRequest({ method: 'POST', path: '/', headers, body }));
      case 4:
        return always(encodeRequest({ path: `/${file}`, headers }));
      case 5: {
        const requests = Array.from({ length: 64 }, (_, place) =>
          encodeRequest({ method: 'POST', path: `/${place}`, headers, body: '{}' }),
        );
        return (connection) => requests[connection % requests.length] ?? Buffer.alloc(0);
      }
      case 6:
        return always(encodeRequest({ method: 'POST', path: '/', headers, body: 'grant_type=client_credentials' }));
    }
  };
  return { name: `floor ${number}`, target, request: ask() };
};
