import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/index.ts';

/** Whether an application that is in use has an address of this origin. */
export const isRegisteredOrigin = async (handle: Handle, origin: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM applications
      CROSS JOIN LATERAL unnest(redirect_urls || post_logout_redirect_urls || array_remove(ARRAY[application_url], NULL)) AS url
      WHERE disabled_at IS NULL AND (lower(url) = ${origin} OR starts_with(lower(url), ${`${origin}/`})
        OR starts_with(lower(url), ${`${origin}?`}))
    ) AS found`.execute(handle);
  return rows[0]?.found === true;
};
