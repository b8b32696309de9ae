import { type Html, html, renderMessage, renderPage, submit } from '../../identity/pages/index.ts';

export interface UnsubscribeView {
  readonly channel: string;
  readonly service: string;
}

/** Asks first: programs that look into mails for danger follow every link. */
export const askView = ({ channel, service }: UnsubscribeView): Html =>
  renderPage({
    title: `No more mails of ${service}?`,
    body: html`<p>You will get no more mails of “${channel}”. Messages in the notification center go on.</p>
<form method="post">${submit('Unsubscribe')}</form>`,
  });

export const doneView = ({ channel, service }: UnsubscribeView): Html =>
  renderMessage({
    title: 'You are unsubscribed',
    text: `${service} sends you no more mails of “${channel}”.`,
    isGood: true,
  });

export const unknownView = (): Html =>
  renderMessage({
    title: 'This link does not work',
    text: 'It was cut off or changed on its way, or what it speaks of is gone. Copy it from the mail as a whole.',
  });
