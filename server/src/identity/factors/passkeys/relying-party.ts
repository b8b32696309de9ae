import { isIP } from 'node:net';

/** Who we are to an authenticator: passkeys belong to a host name for good. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/** Undefined where browsers allow no passkeys: on a bare network address, and without TLS except on this machine. */
export const relyingPartyOf = (publicUrl: string): RelyingParty | undefined => {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isAddress || !isSecure ? undefined : { id: hostname, origin, name: 'Portolan' };
};

/** For where a passkey is asked for although there can be none. */
export const needRelyingParty = (publicUrl: string): RelyingParty => {
  const party = relyingPartyOf(publicUrl);
  if (party === undefined) throw new Error('Passkeys need a host name with TLS.');
  return party;
};
