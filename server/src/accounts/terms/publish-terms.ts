import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { type Acting, userIdOf } from '../acting.ts';
import { invalidInput, readTitle } from '../text-rules.ts';
import { insertTerms, type Terms } from './terms-store.ts';

export interface PublishTermsInput {
  /** Absent: the terms of the platform. */
  readonly serviceId?: string | undefined;
  readonly title: string;
  readonly content: string;
}

const mostContent = 200_000;

/** A new version, which everybody has to accept again (contract B11). */
export const publishTerms = async (
  transaction: Transaction,
  acting: Acting,
  input: PublishTermsInput,
): Promise<Terms> => {
  const title = readTitle(input.title, 'title', 200);
  const content = input.content.trim();
  if (content === '' || content.length > mostContent || content.includes('\u0000')) {
    const message = `The content must have 1 to ${mostContent} characters.`;
    throw invalidInput('terms.invalid', [{ in: 'body', path: '/content', message }]);
  }
  const terms = await insertTerms(transaction, {
    serviceId: input.serviceId ?? null,
    title,
    content,
    createdBy: userIdOf(acting),
  });
  await recordAudit(transaction, {
    ...acting,
    action: 'terms.published',
    target: { kind: 'terms', id: terms.id },
    details: { serviceId: terms.serviceId, version: terms.version },
  });
  await publish(transaction, 'terms', terms.serviceId ?? 'platform');
  return terms;
};
