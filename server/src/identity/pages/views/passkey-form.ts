import { hidden } from '../html/field.ts';
import { type Html, html } from '../html/html.ts';
import { say } from '../words/say.ts';

export interface PasskeyForm {
  readonly action: string;
  readonly label: string;
  readonly kind: 'create' | 'get';
  /** What the browser needs, as the operation gave it. */
  readonly options: object;
  readonly className?: string;
  readonly fields?: Html;
}

/** Hidden until the script finds that the browser has passkeys: without scripts there are none. */
export const renderPasskeyForm = (form: PasskeyForm): Html => {
  const options = JSON.stringify(form.options);
  const data = form.kind === 'create' ? html` data-passkey-create="${options}"` : html` data-passkey-get="${options}"`;
  return html`<form method="post" action="${form.action}"${data} data-passkey-words="${JSON.stringify(scriptWords())}" hidden>
${form.fields}${hidden('passkey', '')}<p class="problem" data-passkey-problem role="alert" hidden></p>
<button class="${form.className ?? 'button'}">${form.label}</button>
</form>
`;
};

/** What the script says when the browser gives no passkey, by the name of its error. */
const scriptWords = () => ({
  NotAllowedError: say('No passkey was used. Try again, or go on another way.'),
  InvalidStateError: say('This passkey is registered already.'),
  SecurityError: say('Passkeys do not work at this address.'),
  other: say('The passkey did not work. Try again, or go on another way.'),
});
