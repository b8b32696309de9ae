import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/mail/escape-html.ts';

// Contrast is at least 4.5 to 1 in both schemes.
const style = `
:root { color-scheme: light dark; }
body { margin: 0; background: #f3f4f6; color: #1f2933; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 32rem; margin: 12vh auto 0; padding: 2rem; background: #fff; border: 1px solid #d9dee4; border-radius: 8px; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.3; }
button { padding: .75rem 1.5rem; border: 0; border-radius: 6px; background: #0b5cad; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid #7cc0ff; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
body { background: #111418; color: #e8ecf1; }
main { background: #1b2027; border-color: #39424e; }
button { background: #7cc0ff; color: #0a1a2a; }
}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

export const unsubscribePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`;

export interface UnsubscribeView {
  readonly channel: string;
  readonly service: string;
}

/** Asks first: programs that look into mails for danger follow every link. */
export const askView = ({ channel, service }: UnsubscribeView): string =>
  page(
    `No more mails of ${service}?`,
    `<p>You will get no more mails of “${escapeHtml(channel)}”. Messages in the notification center go on.</p>
<form method="post"><button>Unsubscribe</button></form>`,
  );

export const doneView = ({ channel, service }: UnsubscribeView): string =>
  page('You are unsubscribed', `<p>${escapeHtml(service)} sends you no more mails of “${escapeHtml(channel)}”.</p>`);

export const unknownView = (): string =>
  page(
    'This link does not work',
    '<p>It was cut off or changed on its way, or what it speaks of is gone. Copy it from the mail as a whole.</p>',
  );
