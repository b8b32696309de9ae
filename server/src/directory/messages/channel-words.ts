import { AppError, type ErrorDetail } from '../../platform/errors/app-error.ts';

export interface ChannelWords {
  readonly name: string;
  readonly description?: string | null | undefined;
}

const longestName = 100;
const longestDescription = 1_000;

const problem = (member: string, text: string): ErrorDetail => ({
  in: 'body',
  path: `/${member}`,
  message: `The ${member} of a channel ${text}.`,
});

export const readChannelWords = (words: ChannelWords): { readonly name: string; readonly description: string } => {
  const name = words.name.replace(/\s+/g, ' ').trim().normalize('NFC');
  const description = (words.description ?? '').trim();
  const details = [
    ...(name === '' || [...name].length > longestName || /[\u0000-\u001f\u007f]/.test(name)
      ? [problem('name', `has 1 to ${longestName} characters`)]
      : []),
    ...([...description].length > longestDescription || description.includes('\u0000')
      ? [problem('description', `has at most ${longestDescription} characters`)]
      : []),
  ];
  if (details.length > 0) throw new AppError('invalid', 'channel.invalid', details[0]?.message ?? '', { details });
  return { name, description };
};
