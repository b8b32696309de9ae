import type { FastifyInstance } from 'fastify';
import { queryOf } from '../routes/query-of.ts';
import { chooseLanguage, speaking } from './language.ts';

/** Everything below the scope is said in the language that the request asks for. */
export const addLanguage = (scope: FastifyInstance): void => {
  // After the body was read: reading it would lose what goes along with the request.
  scope.addHook('preHandler', (request, _reply, done) => {
    speaking(chooseLanguage(queryOf(request).ui_locales, request.headers['accept-language']), done);
  });
};
