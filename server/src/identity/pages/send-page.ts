import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import { statusOfKind } from '../../platform/errors/status-of-kind.ts';
import { type FormProblem, formProblemOf } from './html/form-problem.ts';
import type { Html } from './html/html.ts';
import { pagePolicy, providerPolicy } from './html/page-policy.ts';

export interface SendOptions {
  readonly status?: number;
  /** Where the form of the page may end, beyond this server. */
  readonly leavesTo?: string | undefined;
}

const shared = {
  // Browsers send the origin of a form only where the referrer may be sent; to other sites it never is.
  'referrer-policy': 'same-origin',
  // Applications open the sign-in in a window of their own and wait for it to call back.
  'cross-origin-opener-policy': 'unsafe-none',
} as const;

export const pageHeaders = (leavesTo?: string | undefined): Readonly<Record<string, string>> => ({
  ...shared,
  'content-security-policy': pagePolicy(leavesTo),
  'cache-control': 'no-store',
});

/** For everything that the provider answers by itself: its redirects are part of the same windows. */
export const providerHeaders: Readonly<Record<string, string>> = {
  ...shared,
  'content-security-policy': providerPolicy,
};

export const sendPage = (reply: FastifyReply, page: Html, options: SendOptions = {}): FastifyReply =>
  reply
    .code(options.status ?? 200)
    .headers(pageHeaders(options.leavesTo))
    .type('text/html; charset=utf-8')
    .send(page.toString());

/** To another page, or back to the application: after a form always with 303, so that a reload sends nothing twice. */
export const sendElsewhere = (reply: FastifyReply, address: string): FastifyReply =>
  reply.headers(pageHeaders()).redirect(address, 303);

/** What a form may be told about; everything else is an error page. */
const tellable = new Set(['invalid', 'unauthenticated', 'conflict', 'tooManyRequests', 'unavailable']);

/**
 * Does what a form asks for; when that is refused, shows the form again with the reason. Whatever is not the sender's
 * doing goes on to the error page.
 */
export const answerForm = async (
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
  showAgain: (problem: FormProblem) => Promise<Html> | Html,
  options: SendOptions & { readonly fields?: Readonly<Record<string, string>> } = {},
): Promise<FastifyReply> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !isTellable(error)) throw error;
    const page = await showAgain(formProblemOf(error, options.fields));
    reply.headers(error.headers);
    return sendPage(reply, page, { ...options, status: statusOfKind[error.kind] });
  }
};

/** Filling the form in again would not help. */
const staysOnErrorPage = new Set(['sign-in.ended', 'link.invalid']);
/** Nobody's doing here: the person can try again, or go another way from the same page. */
const staysOnForm = new Set(['federation.issuer-failed']);

const isTellable = ({ kind, code }: AppError): boolean =>
  staysOnForm.has(code) || (tellable.has(kind) && !staysOnErrorPage.has(code));

/** The fields of the form that was sent; only texts, each once. */
export const formOf = (request: FastifyRequest): Readonly<Record<string, string>> =>
  (request.body ?? {}) as Readonly<Record<string, string>>;
