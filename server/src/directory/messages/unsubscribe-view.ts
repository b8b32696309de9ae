import { type Html, html, renderMessage, renderPage, say, submit } from '../../identity/pages/index.ts';

export interface UnsubscribeView {
  readonly channel: string;
  readonly service: string;
}

/** Asks first: programs that look into mails for danger follow every link. */
export const askView = ({ channel, service }: UnsubscribeView): Html =>
  renderPage({
    title: say('No more mails of {service}?', { service }),
    body: html`<p>${say('You will get no more mails of “{channel}”. Messages in the notification center go on.', { channel })}</p>
<form method="post">${submit(say('Unsubscribe'))}</form>`,
  });

export const doneView = ({ channel, service }: UnsubscribeView): Html =>
  renderMessage({
    title: say('You are unsubscribed'),
    text: say('{service} sends you no more mails of “{channel}”.', { service, channel }),
    isGood: true,
  });

export const unknownView = (): Html =>
  renderMessage({
    title: say('This link does not work'),
    text: say('It was cut off or changed on its way, or what it speaks of is gone. Copy it from the mail as a whole.'),
  });
