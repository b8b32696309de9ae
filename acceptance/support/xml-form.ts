import type { Json } from './api-document.ts';

/*
 * XML as contract B4 has it, written and read by the document alone and not by the server's own code: elements named as in
 * JSON, the root named after its schema, lists `ArrayOf<Schema>`, null `xsi:nil`, forbidden characters of names `_x0023_`.
 */
type Resolve = (schema: Json) => Json;

const namespace = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const withoutNull = (schema: Json, resolve: Resolve): Json => {
  const known = resolve(schema);
  const choices = (known.anyOf ?? known.oneOf) as readonly Json[] | undefined;
  if (choices !== undefined) return choices.find((choice) => resolve(choice).type !== 'null') ?? {};
  return schema;
};

const typeOf = (schema: Json): unknown =>
  Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type;

const nameOf = (schema: Json, resolve: Resolve): string => {
  const bare = withoutNull(schema, resolve);
  if (typeof bare.$ref === 'string') return bare.$ref.split('/').at(-1) ?? '';
  switch (typeOf(bare)) {
    case 'array':
      return `ArrayOf${nameOf((bare.items ?? {}) as Json, resolve)}`;
    case 'integer':
      return bare.format === 'int64' ? 'long' : 'int';
    case 'number':
      return 'double';
    case 'boolean':
      return 'boolean';
    default:
      return 'string';
  }
};

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');

const escapeName = (name: string): string =>
  name.replace(/^[^A-Za-z_]|[^\w.-]/g, (char) => `_x${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}_`) ||
  '_';

const writeElement = (name: string, value: unknown, schema: Json, resolve: Resolve): string => {
  const tag = escapeName(name);
  if (value === null || value === undefined) return `<${tag} xsi:nil="true"/>`;
  return `<${tag}>${writeContent(value, schema, resolve)}</${tag}>`;
};

const writeContent = (value: unknown, schema: Json, resolve: Resolve): string => {
  const known = resolve(withoutNull(schema, resolve));
  if (Array.isArray(value)) {
    const items = (known.items ?? {}) as Json;
    return value.map((item) => writeElement(nameOf(items, resolve), item, items, resolve)).join('');
  }
  if (typeof value === 'object' && value !== null) {
    const members = (known.properties ?? {}) as Record<string, Json>;
    return Object.entries(value)
      .map(([name, member]) =>
        writeElement(name, member, (Object.hasOwn(members, name) && members[name]) || {}, resolve),
      )
      .join('');
  }
  return escapeText(String(value));
};

/** Any value, fitting the schema or not. */
export const writeXml = (value: unknown, schema: Json, resolve: Resolve): string => {
  const root = nameOf(schema, resolve);
  const content =
    value === null || value === undefined
      ? `<${root} ${namespace} xsi:nil="true"/>`
      : `<${root} ${namespace}>${writeContent(value, schema, resolve)}</${root}>`;
  return `<?xml version="1.0" encoding="utf-8"?>${content}`;
};

interface Element {
  readonly name: string;
  readonly isNil: boolean;
  /** Of values that may be anything, what they are. */
  readonly type: string | undefined;
  readonly children: Element[];
  text: string;
}

const unescapeText = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

const unescapeName = (name: string): string =>
  name.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

const readElements = (text: string): Element => {
  const top: Element = { name: '', isNil: false, type: undefined, children: [], text: '' };
  const open = [top];
  for (const [, close, name = '', attributes = '', empty, content = ''] of text
    .replace(/^<\?xml[^>]*\?>/, '')
    .matchAll(/<(\/?)([^\s/>]+)([^>]*?)(\/?)>([^<]*)/g)) {
    if (close === '/') {
      const ended = open.pop();
      if (ended?.name !== unescapeName(name)) throw new Error(`</${name}> ends <${ended?.name}>`);
    } else {
      const element: Element = {
        name: unescapeName(name),
        isNil: /:nil="true"/.test(attributes),
        type: /:type="xs:(\w+)"/.exec(attributes)?.[1],
        children: [],
        text: '',
      };
      open.at(-1)?.children.push(element);
      if (empty !== '/') open.push(element);
    }
    const inside = open.at(-1);
    if (inside !== undefined) inside.text += unescapeText(content);
  }
  if (open.length !== 1 || top.children.length !== 1) throw new Error('not well formed');
  return top.children[0] ?? top;
};

const readValue = (element: Element, schema: Json, resolve: Resolve): unknown => {
  if (element.isNil) return null;
  const known = resolve(withoutNull(schema, resolve));
  switch (typeOf(known) ?? element.type) {
    case 'array': {
      const items = (known.items ?? {}) as Json;
      const wanted = nameOf(items, resolve);
      return element.children.map((child) => {
        if (child.name !== wanted) throw new Error(`<${child.name}> in a list of <${wanted}>`);
        return readValue(child, items, resolve);
      });
    }
    case 'object': {
      const members = (known.properties ?? {}) as Record<string, Json>;
      return Object.fromEntries(
        element.children.map((child) => [child.name, readValue(child, members[child.name] ?? {}, resolve)]),
      );
    }
    case 'integer':
    case 'number':
    case 'int':
    case 'double':
      return Number(element.text);
    case 'boolean':
      return element.text === 'true';
    default:
      return element.text;
  }
};

/** The value that an XML answer stands for, as JSON would say it. */
export const readXml = (text: string, schema: Json, resolve: Resolve): unknown => {
  const root = readElements(text);
  const wanted = nameOf(schema, resolve);
  if (root.name !== wanted) throw new Error(`the root is <${root.name}> instead of <${wanted}>`);
  return readValue(root, schema, resolve);
};
