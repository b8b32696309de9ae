import { createRequire } from 'node:module';

/**
 * The copies that the product runs on. A plain import could find others, which some peer brought into bench, and a
 * comparison of two versions of a framework is not what a floor is for.
 */
const require = createRequire(new URL('../../../server/package.json', import.meta.url));

export const { fastify } = require('fastify') as typeof import('fastify');
export const { Pool } = require('pg') as typeof import('pg');
export const { generateKeyPair, jwtVerify, SignJWT } = require('jose') as typeof import('jose');
