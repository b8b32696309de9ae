import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** Answers to `navigator.credentials.create` and `.get` as the browser's `toJSON` gives them. */
  create(request: AuthenticatorRequest): string;
  get(request: AuthenticatorRequest): string;
}

export interface AuthenticatorRequest {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  /** Whether its owner typed the PIN. */
  readonly verified?: boolean;
  readonly signCount?: number;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const present = 0x01;
const verifiedFlag = 0x04;
const withCredential = 0x40;

/** A security key in software: ES256, no attestation. Writes the few forms of CBOR that it needs by hand. */
export const createSoftwareAuthenticator = (): SoftwareAuthenticator => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  const whole = (response: Record<string, unknown>) =>
    JSON.stringify({ id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response });
  return {
    credentialId,
    create: (request) => {
      const attested = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, coseKey(publicKey)]);
      const authData = authenticatorData(request, withCredential, attested);
      return whole({
        clientDataJSON: clientData('webauthn.create', request).toString('base64url'),
        attestationObject: attestationObject(authData).toString('base64url'),
        transports: ['usb', 'nfc'],
      });
    },
    get: (request) => {
      const authData = authenticatorData(request, 0, Buffer.alloc(0));
      const data = clientData('webauthn.get', request);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey);
      return whole({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
};

const lengthOf = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
};

const clientData = (type: string, { challenge, origin }: AuthenticatorRequest): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const authenticatorData = (request: AuthenticatorRequest, flags: number, attested: Buffer): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(request.signCount ?? 0);
  const own = present | (request.verified === false ? 0 : verifiedFlag) | flags;
  return Buffer.concat([sha256(request.rpId), Buffer.of(own), count, attested]);
};

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
const coseKey = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.concat([Buffer.of(0x58, 32), Buffer.from(text, 'base64url')]);
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    bytes(x),
    Buffer.of(0x22),
    bytes(y),
  ]);
};

/** {fmt: "none", attStmt: {}, authData} */
const attestationObject = (authData: Buffer): Buffer => {
  const text = (word: string) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)]);
  return Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    Buffer.of(0x59),
    lengthOf(authData),
    authData,
  ]);
};
