import { submit } from '../html/field.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
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
    title: requests.length === 0 ? `Continue to ${application}?` : `Allow ${application}?`,
    lead: host === undefined ? undefined : html`You will be sent to <strong>${host}</strong>.`,
    body: html`${renderPerson(person)}${
      requests.length > 0 &&
      html`<p>The application wants to:</p>
<ul class="scopes">
${requests.map(
  (words) => html`<li>${words}</li>
`,
)}</ul>
`
    }<form method="post" action="${action}">
${submit(requests.length === 0 ? 'Continue' : 'Allow', 'consent', 'allow')}${submit(
  'Do not allow',
  'action',
  'cancel',
  'button plain',
)}</form>
<p class="soft">Allow this only if you know the application and started it yourself.</p>`,
  });
