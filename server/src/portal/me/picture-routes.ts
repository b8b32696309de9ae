import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import {
  changePicture,
  findPicture,
  mostPictureBytes,
  type Picture,
  pictureTypes,
  removePicture,
} from '../../accounts/index.ts';
import { actingOf, tokenPrincipalOf, userOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { readBytes } from '../../platform/http/wire/read-body.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { noContent, pathIds } from '../wire/schemas.ts';
import { scopeOf } from '../wire/tenant-scope.ts';

const tag = 'Me';
const pictureAnswer = { description: 'The picture.', mediaTypes: pictureTypes };

export const createPictureRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/me/picture',
    operationId: 'getMyPicture',
    tag,
    summary: 'The own picture.',
    rule: deps.rules.signedInUser,
    answers: { 200: pictureAnswer },
    handler: async ({ request, reply }) => {
      const { userId, tenantId } = userOf(request);
      return await send(reply, await findPicture(deps.database, { userId, scope: { tenantId } }));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/me/picture',
    operationId: 'changeMyPicture',
    tag,
    summary: 'Puts another picture in place. Its type is read from its content.',
    rule: deps.rules.signedInUser,
    bodyMediaTypes: pictureTypes,
    bodyLimit: mostPictureBytes,
    streamsBody: true,
    answers: { 204: noContent },
    handler: async ({ request }) => {
      const { userId, tenantId } = userOf(request);
      const bytes = await readBytes(request, request.body as Readable);
      const input = { userId, scope: { tenantId }, image: bytes };
      await inTransaction(deps.database, (t) => changePicture(t, actingOf(request), input));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/me/picture',
    operationId: 'removeMyPicture',
    tag,
    summary: 'Removes the own picture.',
    rule: deps.rules.signedInUser,
    answers: { 204: noContent },
    handler: async ({ request }) => {
      const { userId, tenantId } = userOf(request);
      const input = { userId, scope: { tenantId } };
      await inTransaction(deps.database, (t) => removePicture(t, actingOf(request), input));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/users/{userId}/picture',
    operationId: 'getUserPicture',
    tag: 'Users',
    summary: 'The picture of a user of the tenant.',
    rule: deps.rules.directoryReader,
    params: pathIds('userId'),
    answers: { 200: pictureAnswer },
    handler: async ({ params, request, reply }) => {
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)) };
      return await send(reply, await findPicture(deps.database, input));
    },
  }),
];

const send = async (reply: FastifyReply, picture: Picture): Promise<FastifyReply> =>
  await reply
    .type(picture.mediaType)
    .headers({
      etag: `"${picture.sha256.toString('base64url')}"`,
      'cache-control': 'private, no-cache',
      'content-disposition': 'inline',
    })
    .send(picture.image);
