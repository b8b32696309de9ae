import { Type } from 'typebox';
import type { Federation } from '../../identity/federation/index.ts';
import { id, nullable, text } from '../wire/schemas.ts';

const claims = Type.Record(Type.String(), Type.String({ maxLength: 120 }), {
  description: 'Our field to the claim of the issuer, where it has another name: `{"email": "upn"}`.',
});
const secret = Type.String({ maxLength: 1_024, format: 'password', description: 'Kept sealed, never shown again.' });

export const federationSchema = Type.Object(
  {
    id,
    tenantId: id,
    name: Type.String(),
    issuer: Type.String(),
    clientId: Type.String(),
    hasClientSecret: Type.Boolean(),
    scopes: Type.Array(Type.String()),
    claimMapping: Type.Record(Type.String(), Type.String()),
    domains: Type.Array(Type.String()),
    createUsers: Type.Boolean(),
    enabled: Type.Boolean(),
    callbackUrl: Type.String({ description: 'What must be registered at the issuer.' }),
  },
  { title: 'Federation', description: 'An OpenID Connect issuer at which the people of a tenant sign in.' },
);

export const toFederation = ({ revision: _, ...federation }: Federation, callbackUrl: string) => ({
  ...federation,
  callbackUrl,
});

const optionalMembers = {
  scopes: Type.Optional(Type.Array(Type.String({ maxLength: 120 }), { maxItems: 30 })),
  claimMapping: Type.Optional(claims),
  domains: Type.Optional(
    Type.Array(Type.String({ maxLength: 253 }), {
      maxItems: 100,
      description: 'Mail domains whose people sign in there.',
    }),
  ),
  createUsers: Type.Optional(
    Type.Boolean({ description: 'Whether whoever signs in for the first time gets an account. Default: true.' }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
};

export const newFederation = Type.Object(
  {
    name: text(100),
    issuer: text(2_048, 'The https address of the issuer, as its own document says it.'),
    clientId: text(255),
    clientSecret: Type.Optional(nullable(secret)),
    ...optionalMembers,
  },
  { title: 'NewFederation' },
);

export const federationChanges = Type.Object(
  {
    name: Type.Optional(text(100)),
    issuer: Type.Optional(text(2_048)),
    clientId: Type.Optional(text(255)),
    clientSecret: Type.Optional(nullable(secret)),
    ...optionalMembers,
  },
  {
    title: 'FederationChanges',
    description: 'Absent members stay as they are; a secret of null makes a public client.',
  },
);

export const issuerReportSchema = Type.Object(
  {
    issuer: Type.String(),
    problem: nullable(Type.String({ description: 'Null when people could be sent there.' })),
    authorizationEndpoint: nullable(Type.String()),
    tokenEndpoint: nullable(Type.String()),
    userinfoEndpoint: nullable(Type.String()),
    signingKeys: Type.Integer(),
  },
  { title: 'IssuerReport' },
);
