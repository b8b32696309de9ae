import { constants } from 'node:fs';
import { access, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutgoingMail } from './mail.ts';
import { MailFailure } from './mail-failure.ts';
import type { MailTransport } from './mail-transport.ts';
import { writeMessage } from './write-message.ts';

/** Sorts by time, and is the same for every try. */
export const outboxFileName = (mail: Pick<OutgoingMail, 'id' | 'createdAt'>): string =>
  `${mail.createdAt.toISOString().replace(/[-:.]/g, '')}-${mail.id}.eml`;

/**
 * Without a mail server, mails become files that any mail program opens. They hold links with tokens, so only the
 * server's own user may read them.
 */
export const openOutboxFolderTransport = (folder: string): MailTransport => {
  return {
    send: async (mail, from) => {
      const message = writeMessage(mail, from);
      await usingFolder(async () => {
        try {
          await writeWhole(folder, outboxFileName(mail), message);
        } catch (error) {
          if (!isMissing(error)) throw error;
          await mkdir(folder, { recursive: true, mode: 0o700 });
          await writeWhole(folder, outboxFileName(mail), message);
        }
      });
    },
    check: async () => {
      await usingFolder(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
      });
    },
    close: async () => undefined,
  };
};

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The file appears complete or not at all, and survives a power cut from then on. */
const writeWhole = async (folder: string, name: string, content: Buffer): Promise<void> => {
  const temporary = join(folder, `.${name}.part`);
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

const usingFolder = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new MailFailure('temporary', `The outbox folder cannot be written (${code}).`, { cause: error });
  }
};
