import { AppError } from '../errors/app-error.ts';
import { escapeHtml } from './escape-html.ts';

export interface MailLayout {
  readonly title: string;
  /** Plain text each; a line break in it stays one. */
  readonly paragraphs: readonly string[];
  /** The one thing to do. Its address also stands below in full, for those who cannot or do not want to click. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Why the reader gets this mail, and from whom. */
  readonly footer: string;
  /** Language of the texts, as in BCP 47. */
  readonly language?: string;
}

export interface RenderedMail {
  readonly text: string;
  readonly html: string;
}

/** One layout for all mails: HTML that reads well in light and dark, and a text that says the same. All input is plain text. */
export const renderMail = (layout: MailLayout): RenderedMail => {
  const { action } = layout;
  if (action !== undefined) checkMailLink(action.url);
  return { text: renderText(layout), html: renderHtml(layout) };
};

export const checkMailLink = (url: string): void => {
  const isLink = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol) && !/\s/.test(url);
  if (!isLink) throw new AppError('invalid', 'mail.link-invalid', 'A link in a mail begins with http:// or https://.');
};

const renderText = ({ title, paragraphs, action, footer }: MailLayout): string => {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  return `${[title, ...paragraphs, ...link, `-- \n${footer}`].join('\n\n')}\n`;
};

const inHtml = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

const renderHtml = ({ title, paragraphs, action, footer, language = 'en' }: MailLayout): string => `<!doctype html>
<html lang="${escapeHtml(language)}" dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="page" align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="content">
<h1>${inHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p>${inHtml(paragraph)}</p>`).join('\n')}
${action === undefined ? '' : renderAction(action)}
<p class="footer">${inHtml(footer)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const renderAction = ({
  label,
  url,
}: {
  readonly label: string;
  readonly url: string;
}): string => `<p><a class="action" href="${escapeHtml(url)}">${inHtml(label)}</a></p>
<p class="address">${escapeHtml(url)}</p>`;

// Contrast is at least 4.5 to 1 for every pair of colours, in both schemes.
const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 0; background: #f3f4f6; color: #1f2933; }
.page { padding: 24px 12px; background: #f3f4f6; }
.card { max-width: 600px; background: #ffffff; border: 1px solid #d9dee4; border-radius: 8px; }
.content { padding: 32px; text-align: start; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; color: #1f2933; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
.action { display: inline-block; padding: 12px 24px; border-radius: 6px; background: #0b5cad; color: #ffffff; font-weight: 600; text-decoration: none; }
.address { font-size: 13px; color: #52606d; word-break: break-all; }
.footer { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid #d9dee4; font-size: 13px; color: #52606d; }
@media (prefers-color-scheme: dark) {
body, .page { background: #111418; }
.card { background: #1b2027; border-color: #39424e; }
.content, h1 { color: #e8ecf1; }
.action { background: #7cc0ff; color: #0a1a2a; }
.address, .footer { color: #a9b4c0; border-color: #39424e; }
}
`;
