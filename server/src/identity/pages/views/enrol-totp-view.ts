import { drawQrCode, groupSecret, type TotpEnrolment } from '../../factors/index.ts';
import { renderField, submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say, sayHtml } from '../words/say.ts';

export interface EnrolTotpView {
  readonly action: string;
  readonly enrolment: TotpEnrolment;
  readonly lead: string;
  /** The way out, below the form. */
  readonly links: Html;
  readonly problem?: FormProblem | undefined;
}

export const renderEnrolTotp = ({ action, enrolment, lead, links, problem }: EnrolTotpView): Html => {
  const { size, path } = drawQrCode(enrolment.address);
  return renderPage({
    title: say('Set up your authenticator app'),
    lead,
    problem: problem?.summary,
    body: html`<p>${say('Scan this with an authenticator app, such as the one of your phone or password manager.')}</p>
<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${say('QR code with the key that stands below')}" shape-rendering="crispEdges"><path d="${path}"/></svg>
<details${problem !== undefined && html` open`}>
<summary>${say('Cannot scan it?')}</summary>
<p class="soft">${sayHtml('Type this key into the app, for codes that depend on the time. Or {link}.', { link: html`<a href="${enrolment.address}">${say('open it in an app on this device')}</a>` })}</p>
<code class="key">${groupSecret(enrolment.secret)}</code>
</details>
<form method="post" action="${action}">
${renderField({
  name: 'code',
  label: say('Code that the app shows now'),
  problem: problem?.fields.code,
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
  className: 'code',
  maxLength: 20,
  autofocus: problem !== undefined,
})}${submit(say('Confirm'))}</form>
${links}`,
  });
};
