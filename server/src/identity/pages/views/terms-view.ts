import type { MissingTerms, Terms } from '../../../accounts/index.ts';
import { hidden, submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { attribute, type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { sayDate } from '../words/language.ts';
import { say } from '../words/say.ts';

/** The text can be scrolled by keyboard too, and is named for readers. */
export const renderTermsText = (
  terms: Terms,
): Html => html`<p class="soft">${say('Version {version} of {date}', { version: terms.version, date: sayDate(terms.publishedAt) })}</p>
<div class="terms" tabindex="0" role="region" aria-label="${terms.title}">${terms.content}</div>
`;

export interface TermsView {
  readonly action: string;
  readonly missing: MissingTerms;
  /** Fields that go along with the answer. */
  readonly fields?: Html;
  readonly decline: Html;
  readonly problem?: FormProblem | undefined;
}

/** One document at a time. The answer names the version that was shown. */
export const renderTerms = ({ action, missing, fields, decline, problem }: TermsView): Html =>
  renderPage({
    title: missing.terms.title,
    lead:
      missing.kind === 'platform'
        ? say('Please read and accept these terms to go on.')
        : say('This service asks you to read and accept its terms.'),
    problem: problem?.summary,
    wide: true,
    body: html`${renderTermsText(missing.terms)}<form method="post" action="${action}">
${hidden('terms', missing.terms.id)}${fields}${renderAccept(problem?.fields.accept)}${submit(say('Continue'))}</form>
${decline}`,
  });

const renderAccept = (
  problem: string | undefined,
): Html => html`<label class="check"><input type="checkbox" name="accept" value="yes" required${attribute('aria-invalid', problem === undefined ? undefined : 'true')}> <span>${say('I accept these terms')}${problem !== undefined && html`<span class="problem">${problem}</span>`}</span></label>
`;

/** When there is nothing (left) to accept. */
export const renderAcceptedTerms = (view: {
  readonly terms: Terms | undefined;
  readonly next: Html | undefined;
}): Html =>
  renderPage({
    title: view.terms?.title ?? say('Terms of use'),
    lead: say(view.terms === undefined ? 'There are no terms to accept.' : 'You have accepted these terms.'),
    wide: view.terms !== undefined,
    body: html`${view.terms !== undefined && renderTermsText(view.terms)}${view.next}`,
  });
