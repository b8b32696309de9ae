import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

/** A published version of terms of use. What has been published never changes. */
export interface Terms {
  readonly id: string;
  /** Null: the terms of the platform. */
  readonly serviceId: string | null;
  readonly version: number;
  readonly title: string;
  readonly content: string;
  readonly publishedAt: Date;
}

const columns = ['id', 'serviceId', 'version', 'title', 'content', 'publishedAt'] as const;
type Row = Omit<Terms, 'publishedAt'> & { readonly publishedAt: Date | null };

const toTerms = (row: Row): Terms => ({ ...row, publishedAt: row.publishedAt ?? new Date(0) });

export const insertTerms = async (
  transaction: Transaction,
  terms: {
    readonly serviceId: string | null;
    readonly title: string;
    readonly content: string;
    readonly createdBy: string | null;
  },
): Promise<Terms> => {
  const row = await transaction
    .insertInto('termsDocuments')
    .values((eb) => ({
      ...terms,
      publishedAt: sql<Date>`now()`,
      version: eb
        .selectFrom('termsDocuments as earlier')
        .select(sql<number>`coalesce(max(earlier.version), 0) + 1`.as('next'))
        .where('earlier.serviceId', 'is not distinct from', terms.serviceId),
    }))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toTerms(row);
};

export const selectLatestTerms = async (handle: Handle, serviceId: string | null): Promise<Terms | undefined> => {
  const row = await handle
    .selectFrom('termsDocuments')
    .select(columns)
    .where('serviceId', 'is not distinct from', serviceId)
    .where('publishedAt', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : toTerms(row);
};

/** The latest terms of the platform and, where given, of the service, as far as the user has not accepted these. */
export const selectUnacceptedTerms = async (
  handle: Handle,
  userId: string,
  serviceId: string | null,
): Promise<Terms[]> => {
  const rows = await handle
    .with('latest', (query) =>
      query
        .selectFrom('termsDocuments')
        .distinctOn('serviceId')
        .select(columns)
        .where('publishedAt', 'is not', null)
        .where((eb) => eb.or([eb('serviceId', 'is', null), eb('serviceId', '=', serviceId)]))
        .orderBy('serviceId')
        .orderBy('version', 'desc'),
    )
    .selectFrom('latest')
    .select(columns)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('termsAcceptances')
            .select('termsAcceptances.termsId')
            .where('termsAcceptances.userId', '=', userId)
            .whereRef('termsAcceptances.termsId', '=', 'latest.id'),
        ),
      ),
    )
    .orderBy('serviceId', (order) => order.nullsFirst())
    .execute();
  return rows.map(toTerms);
};

/** False when the user had accepted them before. */
export const insertAcceptance = async (transaction: Transaction, userId: string, termsId: string): Promise<boolean> => {
  const row = await transaction
    .insertInto('termsAcceptances')
    .values({ userId, termsId })
    .onConflict((conflict) => conflict.columns(['userId', 'termsId']).doNothing())
    .returning('termsId')
    .executeTakeFirst();
  return row !== undefined;
};
