import { anyShape, compileShape, type Scalar, type Shape } from './shape.ts';
import { readWireBoolean } from './wire-boolean.ts';
import { readWireInteger, readWireNumber } from './wire-number.ts';
import { decodeXmlName } from './xml-name.ts';
import { defaultXmlLimits, type XmlLimits, XmlScanner } from './xml-scanner.ts';

const notSpace = /[^ \t\n\r]/;

/** XML Schema's types by the JSON type that they mean. */
const scalarOfType: Readonly<Record<string, Scalar>> = {
  string: 'string',
  boolean: 'boolean',
  int: 'integer',
  long: 'integer',
  short: 'integer',
  integer: 'integer',
  double: 'number',
  float: 'number',
  decimal: 'number',
};

const readScalar = (text: string, scalar: Scalar): string | number | boolean | undefined => {
  if (scalar === 'string') return text;
  const bare = text.trim();
  if (scalar === 'boolean') return readWireBoolean(bare);
  return scalar === 'integer' ? readWireInteger(bare) : readWireNumber(bare);
};

/** The scalar that a text means; what fits no type stays text, and the validator names the member. */
const toScalar = (text: string, shape: Shape, type: string | undefined): unknown => {
  const told = type === undefined ? undefined : scalarOfType[type];
  if (told !== undefined && shape.mixed && shape.scalars.has(told)) return readScalar(text, told) ?? text;
  if (shape.scalars.has('string')) return text;
  for (const scalar of shape.scalars) {
    const value = readScalar(text, scalar);
    if (value !== undefined) return value;
  }
  return text;
};

/** An element without children: a scalar where one fits, otherwise an empty container or the text that is wrong. */
const toLeaf = (text: string, shape: Shape, type: string | undefined, isArray: boolean): unknown => {
  const isContainer = shape.scalars.size === 0 || type === 'object' || type?.startsWith('ArrayOf') === true;
  if (isContainer && !notSpace.test(text)) return isArray ? [] : {};
  return toScalar(text, shape, type);
};

const readMember = (scanner: XmlScanner, shape: Shape, into: Record<string, unknown>): void => {
  const key = decodeXmlName(scanner.name);
  const member = shape.members?.get(key)?.shape ?? shape.rest;
  // `__proto__` is dropped here as it is in JSON.
  if (member === undefined || key === '__proto__') scanner.skip();
  else into[key] = readValue(scanner, member);
};

const readValue = (scanner: XmlScanner, shape: Shape): unknown => {
  if (scanner.nil) {
    scanner.skip();
    return null;
  }
  const { type } = scanner;
  const items = shape.members === undefined || type?.startsWith('ArrayOf') ? shape.items : undefined;
  const list: unknown[] = [];
  const record: Record<string, unknown> = {};
  let text = '';
  let children = 0;
  for (let event = scanner.next(); event !== 'close'; event = scanner.next()) {
    if (event === 'text') text = text === '' ? scanner.text : text + scanner.text;
    else {
      children += 1;
      if (items !== undefined) list.push(readValue(scanner, items));
      else readMember(scanner, shape, record);
    }
  }
  if (children === 0) return toLeaf(text, shape, type, items !== undefined);
  if (notSpace.test(text)) return text;
  return items === undefined ? record : list;
};

/**
 * The value of an XML body, read by the schema that the JSON body has (contract B4): elements in any order and with
 * any namespace, unknown ones ignored, `xsi:nil` as null, strings exactly as written. A value that does not fit its
 * type stays text, so that the one validator refuses it with the same words as in JSON.
 *
 * The root's name is not compared with the schema's, since clients name their own classes. Only the kind must agree:
 * an array is `ArrayOf...` in every .NET serializer, and without that check a lone object would pass as a list.
 */
export const parseXmlBody = (
  text: string,
  schema: object | undefined,
  limits: XmlLimits = defaultXmlLimits,
): unknown => {
  const shape = schema === undefined ? anyShape : compileShape(schema);
  const scanner = new XmlScanner(text, limits);
  scanner.next();
  const isArray = scanner.name.startsWith('ArrayOf');
  if (!scanner.nil && !shape.mixed && isArray !== (shape.items !== undefined)) {
    throw scanner.fail(`expected the root element "${shape.name}"`, scanner.place);
  }
  const value = readValue(scanner, shape);
  while (scanner.next() !== 'end');
  return value;
};
