import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { DatabaseStartError } from './database-start-error.ts';

/** The account that PostgreSQL runs as when that is not the account of this process. */
export interface DatabaseAccount {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

/** Accounts that are tried in this order when root owns the data folder too. */
const preferredNames = ['portolan', 'postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root. For root it runs as the owner of the existing database, or of the data folder,
 * or as an unprivileged account of the machine. For everybody else it runs as they do: `undefined`.
 */
export const chooseDatabaseAccount = async (folder: DataFolder): Promise<DatabaseAccount | undefined> => {
  const self = process.getuid?.();
  if (self === undefined) return undefined;
  const cluster = await stat(folder.cluster).catch(() => undefined);
  if (self !== 0) {
    if (cluster !== undefined && cluster.uid !== self) throw await foreignCluster(folder, cluster.uid, self);
    return undefined;
  }
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  if (cluster !== undefined && cluster.uid !== 0) {
    return (
      accounts.find(({ uid }) => uid === cluster.uid) ?? { uid: cluster.uid, gid: cluster.gid, name: `${cluster.uid}` }
    );
  }
  const root = await stat(folder.root);
  const owner = accounts.find(({ uid }) => uid === root.uid && uid !== 0);
  if (owner !== undefined) return owner;
  for (const name of preferredNames) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (account !== undefined) return account;
  }
  throw new DatabaseStartError(
    'accountMissing',
    `PostgreSQL refuses to run as root and this machine has none of the accounts ${preferredNames.join(', ')}: start Portolan as an ordinary user, or set DATABASE_URL.`,
  );
};

/**
 * A folder that was copied or restored by root belongs to root, and PostgreSQL refuses one that others may enter.
 * Both are put right, so that a copied data folder simply works.
 */
export const claimCluster = async (cluster: string, account: DatabaseAccount | undefined): Promise<boolean> => {
  const { mode, uid } = await stat(cluster);
  const claimed = account !== undefined && uid !== account.uid;
  if (claimed) await giveTree(cluster, account);
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') await chmod(cluster, 0o700);
  return claimed;
};

/** Links are not followed: what they lead to may be anybody's. */
const giveTree = async (folder: string, account: DatabaseAccount): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTree(path, account);
    else await lchown(path, account.uid, account.gid);
  }
  // Last, because it tells the next start whether this one came to the end.
  await chown(folder, account.uid, account.gid);
};

/** Reads the lines of /etc/passwd: name:x:uid:gid:... */
export const parseAccounts = (passwd: string): DatabaseAccount[] =>
  passwd.split('\n').flatMap((line) => {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    return name !== '' && /^\d+$/.test(uid) && /^\d+$/.test(gid) ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });

const foreignCluster = async (folder: DataFolder, owner: number, self: number): Promise<DatabaseStartError> => {
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  const describe = (uid: number) => accounts.find((account) => account.uid === uid)?.name ?? `user ${uid}`;
  return new DatabaseStartError(
    'folderOwner',
    `The database in ${folder.root} belongs to ${describe(owner)}, but Portolan runs as ${describe(self)}: start it as ${describe(owner)} or as root, or use another folder with PORTOLAN_DATA.`,
  );
};
