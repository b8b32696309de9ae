import { fileURLToPath } from 'node:url';
import type { AzureLocation, BlobLocation, FolderLocation, S3Location } from './blob-location.ts';

const examples = {
  folder: 'file:./data/blobs',
  s3: 's3://my-bucket/portolan?region=eu-central-1',
  azure: 'azblob://myaccount/mycontainer/portolan',
} as const;

/** What is wrong, as the end of a sentence that begins with a name. Never repeats the text: it may hold a secret. */
class Problem extends Error {}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const accountPattern = /^[a-z0-9]{3,24}$/;
const containerPattern = /^(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const prefixPattern = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;
const accountKeyPattern = /^[A-Za-z0-9+/]+={0,2}$/;

const parseFolder = (text: string): FolderLocation => {
  const path = text.slice('file:'.length);
  if (path === '' || path.includes('\0')) throw new Problem('must name a folder after file:');
  if (!path.startsWith('//')) return { kind: 'folder', folder: path };
  try {
    return { kind: 'folder', folder: fileURLToPath(text) };
  } catch {
    throw new Problem('must name a folder of this machine after file:, with one slash or three');
  }
};

const parseAddress = (text: string): URL => {
  try {
    return new URL(text);
  } catch {
    throw new Problem('is no address; in a key write %2F for / and %2B for +');
  }
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem('holds a % that is not followed by two hexadecimal digits');
  }
};

const readOptions = (url: URL, known: readonly string[]): ReadonlyMap<string, string> => {
  if (url.hash !== '') throw new Problem('must hold no #');
  const options = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (!known.includes(name)) throw new Problem(`knows only the options ${known.join(', ')} after the ?`);
    if (options.has(name)) throw new Problem(`gives ${name} twice`);
    if (value === '') throw new Problem(`leaves ${name} empty`);
    options.set(name, value);
  }
  return options;
};

const readPrefix = (segments: readonly string[]): string => {
  const prefix = segments.filter((segment) => segment !== '').map((segment) => `${decode(segment)}/`);
  if (!prefixPattern.test(prefix.join(''))) {
    throw new Problem(
      'must have a prefix of letters, digits, dots, hyphens and underscores, none beginning with a dot',
    );
  }
  return prefix.join('');
};

const readEndpoint = (value: string | undefined): string | undefined => {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url === undefined || !plain || !['http:', 'https:'].includes(url.protocol)) {
    throw new Problem('must have an endpoint like https://storage.example.com');
  }
  return url.href.replace(/\/$/, '');
};

const readPathStyle = (value: string | undefined): boolean => {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new Problem('must have a pathStyle of true or false');
};

const parseS3 = (text: string): S3Location => {
  const url = parseAddress(text);
  const options = readOptions(url, ['endpoint', 'region', 'pathStyle']);
  const region = options.get('region');
  if (!bucketPattern.test(url.hostname)) throw new Problem('must name a bucket after s3://');
  if (url.port !== '') throw new Problem('must name a bucket without a port; give the server as endpoint');
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region))
    throw new Problem('must have a region such as eu-central-1');
  if ((url.username === '') !== (url.password === '')) {
    throw new Problem('must hold both an access key id and its secret, or neither');
  }
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: readPrefix(url.pathname.split('/')),
    endpoint: readEndpoint(options.get('endpoint')),
    region,
    pathStyle: readPathStyle(options.get('pathStyle')),
    credentials:
      url.username === '' ? undefined : { accessKeyId: decode(url.username), secretAccessKey: decode(url.password) },
  };
};

const parseAzure = (text: string): AzureLocation => {
  const url = parseAddress(text);
  const options = readOptions(url, ['endpoint']);
  const [container = '', ...rest] = url.pathname.split('/').slice(1);
  const accountKey = url.password === '' ? undefined : decode(url.password);
  if (!accountPattern.test(url.hostname)) throw new Problem('must name a storage account after azblob://');
  if (url.port !== '') throw new Problem('must name an account without a port; give the server as endpoint');
  if (!containerPattern.test(container)) throw new Problem('must name a container after the account');
  if (url.username !== '' && (url.username !== url.hostname || accountKey === undefined)) {
    throw new Problem('must give a key as :KEY@ before the account');
  }
  if (accountKey !== undefined && !accountKeyPattern.test(accountKey)) {
    throw new Problem('must give the account key in base64; write %2F for / and %2B for +');
  }
  return {
    kind: 'azure',
    account: url.hostname,
    container,
    prefix: readPrefix(rest),
    endpoint: readEndpoint(options.get('endpoint')),
    accountKey,
  };
};

const attempt = (parse: (text: string) => BlobLocation, text: string, example: string): ParsedBlobLocation => {
  try {
    return { location: parse(text) };
  } catch (error) {
    if (error instanceof Problem) return { problem: `${error.message}, for example ${example}` };
    throw error;
  }
};

/** `problem` completes a sentence such as "PORTOLAN_BLOBS ..." and ends with an example. It shows nothing of the text. */
export type ParsedBlobLocation = { readonly location: BlobLocation } | { readonly problem: string };

/** Reads `file:folder`, `s3://bucket/prefix?...` or `azblob://account/container/prefix?...`. Pure. */
export const parseBlobLocation = (text: string): ParsedBlobLocation => {
  if (text.startsWith('file:')) return attempt(parseFolder, text, examples.folder);
  if (text.startsWith('s3://')) return attempt(parseS3, text, examples.s3);
  if (text.startsWith('azblob://')) return attempt(parseAzure, text, examples.azure);
  return { problem: `must begin with file:, s3:// or azblob://, for example ${examples.folder}` };
};
