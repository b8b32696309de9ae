import { type Static, Type } from 'typebox';
import { flag, int32, listOf, text } from './members.ts';

const errorMembers = {
  message: text(),
  information: text(),
  subCode: int32(),
  supportCode: text('Equals the x-supportCode header.'),
};

export const ErrorDetail = Type.Object(errorMembers, { title: 'ErrorDetail' });
export type ErrorDetail = Static<typeof ErrorDetail>;

export const AuthError = Type.Object({ Message: text() }, { title: 'AuthError' });
export type AuthError = Static<typeof AuthError>;

export const ValidationError = Type.Object(
  {
    url: text('Page on this server where the user settles what is missing.'),
    violatedPolicies: listOf(Type.String()),
    SubscriptionMissing: Type.Optional(flag()),
    ...errorMembers,
  },
  { title: 'ValidationError' },
);
export type ValidationError = Static<typeof ValidationError>;
