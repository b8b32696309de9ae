import { AppError, type ErrorDetail } from '../../platform/errors/app-error.ts';
import type { WidgetFields } from './widget-store.ts';

/** What somebody says of a widget; the rest is as usual. */
export interface WidgetInput {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly description?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly priority?: number | undefined;
  readonly logoUrl?: string | null | undefined;
  readonly pictogramUrl?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly showTitle?: boolean | undefined;
  readonly supportsMobile?: boolean | undefined;
  readonly sequenceNo?: number | undefined;
  readonly color?: string | null | undefined;
  readonly openInNewTab?: boolean | undefined;
}

const problem = (member: string, text: string): ErrorDetail => ({
  in: 'body',
  path: `/${member}`,
  message: `\`/${member}\` ${text}.`,
});

/** Where browsers go: https, or the developer's own machine. */
const isWebAddress = (text: string): boolean => {
  const url = text.length > 2_048 ? null : URL.parse(text);
  const isLoopback = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url !== null && (url.protocol === 'https:' || isLoopback) && url.username === '' && url.password === '';
};

const checkAddress = (member: string, text: string | null | undefined): ErrorDetail[] =>
  text === null || text === undefined || text === '' || isWebAddress(text)
    ? []
    : [problem(member, 'must be an https address')];

const checkText = (member: string, text: string | null | undefined, most: number): ErrorDetail[] =>
  [...(text ?? '')].length > most || (text ?? '').includes('\u0000')
    ? [problem(member, `must have at most ${most} characters`)]
    : [];

const checkNumber = (member: string, value: number | undefined, least: number, most: number): ErrorDetail[] =>
  value === undefined || (Number.isInteger(value) && value >= least && value <= most)
    ? []
    : [problem(member, `must be a whole number from ${least} to ${most}`)];

const mostInteger = 2_147_483_647;

export const readWidget = (input: WidgetInput): WidgetFields => {
  const name = input.name.trim();
  const details = [
    ...(name === '' ? [problem('name', 'must not be empty')] : checkText('name', name, 200)),
    ...checkNumber('width', input.width, 1, 100_000),
    ...checkNumber('height', input.height, 1, 100_000),
    ...checkNumber('priority', input.priority, -mostInteger, mostInteger),
    ...checkNumber('sequenceNo', input.sequenceNo, -mostInteger, mostInteger),
    ...checkText('description', input.description, 2_000),
    ...checkText('type', input.type, 100),
    ...checkText('color', input.color, 50),
    ...checkAddress('url', input.url),
    ...checkAddress('logoUrl', input.logoUrl),
    ...checkAddress('pictogramUrl', input.pictogramUrl),
  ];
  if (details.length > 0) throw new AppError('invalid', 'widget.invalid', details[0]?.message ?? '', { details });
  return {
    name,
    width: input.width,
    height: input.height,
    description: input.description || null,
    url: input.url || null,
    priority: input.priority ?? 0,
    logoUrl: input.logoUrl || null,
    pictogramUrl: input.pictogramUrl || null,
    type: input.type || null,
    showTitle: input.showTitle ?? true,
    supportsMobile: input.supportsMobile ?? true,
    sequenceNo: input.sequenceNo ?? 0,
    color: input.color || null,
    openInNewTab: input.openInNewTab ?? false,
  };
};
