import { generateKeyPairSync, sign } from 'node:crypto';

/** DER: a tag, the length, the content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);

const ecdsaWithSha256 = sequence(der(0x06, bytes('2a8648ce3d040302')));
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(der(0x06, bytes('550403')), der(0x0c, Buffer.from(name)))));
const time = (text: string): Buffer => der(0x18, Buffer.from(text));

/** A key and a certificate for TLS tests, new each time so that no key lies in the repository and nothing expires. */
export const createSelfSignedCertificate = (host: string): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const hostNames = sequence(der(0x06, bytes('551d11')), der(0x04, sequence(der(0x82, Buffer.from(host)))));
  const isAuthority = sequence(der(0x06, bytes('551d13')), bytes('0101ff'), der(0x04, sequence(bytes('0101ff'))));
  const body = sequence(
    der(0xa0, der(0x02, bytes('02'))),
    der(0x02, bytes('01')),
    ecdsaWithSha256,
    commonName(host),
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    commonName(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(hostNames, isAuthority)),
  );
  const signature = der(0x03, bytes('00'), sign('sha256', body, privateKey));
  const cert = sequence(body, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  };
};
