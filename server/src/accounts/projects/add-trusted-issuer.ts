import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError, type ErrorDetail } from '../../platform/errors/app-error.ts';
import { type Acting, userIdOf } from '../acting.ts';
import { hasUnseenCharacters, invalidInput, readTitle } from '../text-rules.ts';
import type { Project } from './project-store.ts';
import { isTooWide } from './subject-pattern.ts';
import { insertTrustedIssuer, type TrustedIssuer } from './trusted-issuer-store.ts';

export interface AddTrustedIssuerInput {
  readonly project: Project;
  readonly name: string;
  readonly issuer: string;
  readonly audience: string;
  /** `*` stands for any characters. */
  readonly subjectPattern: string;
  /** How long an exchanged token lives: a minute to an hour, a quarter of an hour when absent. */
  readonly tokenSeconds?: number | undefined;
}

const isIssuer = (text: string): boolean => {
  if (text.length > 2048 || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isLocal = url.hostname === 'localhost' && url.protocol === 'http:';
  return (url.protocol === 'https:' || isLocal) && url.search === '' && url.hash === '' && url.username === '';
};

const isText = (text: string): boolean => text !== '' && text.length <= 512 && !hasUnseenCharacters(text);

/** The caller has opened the project as its owner. */
export const addTrustedIssuer = async (
  transaction: Transaction,
  acting: Acting,
  input: AddTrustedIssuerInput,
): Promise<TrustedIssuer> => {
  const { project, issuer, audience, subjectPattern, tokenSeconds = 900 } = input;
  const name = readTitle(input.name, 'name', 100);
  const checks: [keyof AddTrustedIssuerInput, boolean, string][] = [
    ['issuer', isIssuer(issuer), 'must be the https address of an OpenID Connect issuer'],
    ['audience', isText(audience), 'must have 1 to 512 characters'],
    ['subjectPattern', isText(subjectPattern), 'must have 1 to 512 characters'],
    ['subjectPattern', !isTooWide(subjectPattern), 'must name more than a star: it would let in strangers'],
    [
      'tokenSeconds',
      Number.isInteger(tokenSeconds) && tokenSeconds >= 60 && tokenSeconds <= 3600,
      'must be 60 to 3600',
    ],
  ];
  const problems = checks
    .filter(([, isRight]) => !isRight)
    .map(([member, , rule]): ErrorDetail => ({ in: 'body', path: `/${member}`, message: `${member} ${rule}.` }));
  if (problems.length > 0) throw invalidInput('trusted-issuer.invalid', problems);

  const fields = { name, issuer, audience, subjectPattern, tokenSeconds };
  const row = await insertTrustedIssuer(transaction, { ...fields, projectId: project.id, createdBy: userIdOf(acting) });
  if (row === undefined) {
    const message = 'The project already trusts this issuer with the same audience and subject pattern.';
    throw new AppError('conflict', 'trusted-issuer.exists', message);
  }
  await recordAudit(transaction, {
    ...acting,
    action: 'trusted-issuer.added',
    target: { kind: 'trusted-issuer', id: row.id },
    tenantId: project.tenantId,
    projectId: project.id,
    details: fields,
  });
  return row;
};
