import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { readPostmaster } from './embedded-database.ts';
import type { Portolan } from './start-portolan.ts';

export interface SeededApplication {
  readonly id: string;
  readonly secret: string;
}

export interface SeedOptions {
  readonly clientType: 'Confidential' | 'Spa' | 'Native' | 'ClientCredential';
  readonly redirectUrls: readonly string[];
  readonly postLogoutRedirectUrls?: readonly string[];
}

const systemTenant = '00000000-0000-0000-0000-000000000000';

/** Registers a client straight in the database of a server, for tests of signing in and nothing else. */
export const seedApplication = async (server: Portolan, options: SeedOptions): Promise<SeededApplication> => {
  const url = server.environment.DATABASE_URL;
  const client = new pg.Client(url ? { connectionString: url } : (await readPostmaster(server.data)).connection);
  await client.connect();
  try {
    const id = randomUUID();
    const secret = randomBytes(24).toString('base64url');
    await client.query(
      `INSERT INTO applications (id, tenant_id, name, origin, client_type, redirect_urls, post_logout_redirect_urls)
       VALUES ($1, $2, $3, 'workspace', $4, $5, $6)`,
      [
        id,
        systemTenant,
        `Client ${id}`,
        options.clientType,
        options.redirectUrls,
        options.postLogoutRedirectUrls ?? [],
      ],
    );
    await client.query(
      `INSERT INTO application_secrets (application_id, version, secret_hash, sealed_secret, secret_start) VALUES ($1, 1, $2, 'x', 'x')`,
      [id, createHash('sha256').update(secret).digest()],
    );
    return { id, secret };
  } finally {
    await client.end();
  }
};
