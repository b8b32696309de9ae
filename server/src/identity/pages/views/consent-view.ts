import { submit } from '../html/field.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say, sayHtml } from '../words/say.ts';
import { renderPerson, type ShownPerson } from './person-view.ts';

export interface ConsentView {
  readonly action: string;
  readonly application: string;
  /** Where the application says it lives. */
  readonly host: string | undefined;
  readonly person: ShownPerson;
  /** What it asks for, in words; empty when it only needs the person to be there. */
  readonly requests: readonly string[];
}

export const renderConsent = ({ action, application, host, person, requests }: ConsentView): Html =>
  renderPage({
    title: say(requests.length === 0 ? 'Continue to {application}?' : 'Allow {application}?', { application }),
    lead:
      host === undefined ? undefined : sayHtml('You will be sent to {host}.', { host: html`<strong>${host}</strong>` }),
    body: html`${renderPerson(person)}${
      requests.length > 0 &&
      html`<p>${say('The application wants to:')}</p>
<ul class="scopes">
${requests.map(
  (words) => html`<li>${words}</li>
`,
)}</ul>
`
    }<form method="post" action="${action}">
${submit(say(requests.length === 0 ? 'Continue' : 'Allow'), 'consent', 'allow')}${submit(
  say('Do not allow'),
  'action',
  'cancel',
  'button plain',
)}</form>
<p class="soft">${say('Allow this only if you know the application and started it yourself.')}</p>`,
  });
