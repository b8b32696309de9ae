import { compileShape, type Shape } from './shape.ts';
import {
  asList,
  asRecord,
  isInherited,
  nilElement,
  unfitValue,
  writeRest,
  writeScalar,
  writeXmlElement,
} from './write-xml-element.ts';
import { encodeXmlName } from './xml-name.ts';
import { xsiNamespace } from './xml-namespaces.ts';
import { escapeXmlText } from './xml-text.ts';

export type XmlWriter = (value: unknown) => string;

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const rootAttributes = ` xmlns:xsi="${xsiNamespace}"`;
const typedRootAttributes = `${rootAttributes} xmlns:xs="http://www.w3.org/2001/XMLSchema"`;

/** What the generated code calls. */
const runtime = {
  asList,
  asRecord,
  escape: escapeXmlText,
  missing: (key: string): never => {
    throw unfitValue(`"${key}" is missing`);
  },
  writeRest,
  writeScalar,
  writeXmlElement,
};

interface Program {
  readonly functions: string[];
  /** Shapes that the generated code refers to by their index. */
  readonly shapes: Shape[];
  readonly contents: Map<Shape, string>;
}

const literal = (text: string): string => JSON.stringify(text);

const scalarCode = (shape: Shape, tag: string, value: string, attributes: string): string => {
  const open = `<${tag}${attributes}>`;
  const close = `</${tag}>`;
  const other = `r.writeScalar(${literal(tag)}, ${value}, ${literal(attributes)})`;
  const wrap = (inner: string) => `${literal(open)} + ${inner} + ${literal(close)}`;
  if (shape.scalars.has('string')) return `(typeof ${value} === 'string' ? ${wrap(`r.escape(${value})`)} : ${other})`;
  if (!shape.scalars.has('boolean')) return `(Number.isFinite(${value}) ? ${wrap(value)} : ${other})`;
  const fixed = (text: string) => literal(open + text + close);
  return `(${value} === true ? ${fixed('true')} : ${value} === false ? ${fixed('false')} : ${other})`;
};

const elementCode = (program: Program, shape: Shape, tag: string, value: string, attributes = ''): string => {
  const isContainer = shape.items !== undefined || shape.members !== undefined;
  if (shape.mixed || (!isContainer && shape.scalars.size === 0)) {
    const index = program.shapes.push(shape) - 1;
    return `r.writeXmlElement(s[${index}], ${literal(tag)}, ${value}, ${literal(attributes)})`;
  }
  if (!isContainer) return scalarCode(shape, tag, value, attributes);
  const content = contentFunction(program, shape);
  const open = literal(`<${tag}${attributes}>`);
  const close = literal(`</${tag}>`);
  return `(${value} == null ? ${literal(nilElement(tag, attributes))} : ${open} + ${content}(${value}) + ${close})`;
};

const listBody = (program: Program, shape: Shape, items: Shape): string => `
  const list = r.asList(value, ${literal(shape.name)});
  let out = '';
  for (let i = 0; i < list.length; i++) { const x = list[i]; out += ${elementCode(program, items, encodeXmlName(items.name), 'x')}; }
  return out;`;

const recordBody = (program: Program, shape: Shape): string => {
  let body = `const record = r.asRecord(value, ${literal(shape.name)}); let out = ''; let x;`;
  for (const [key, member] of shape.members ?? []) {
    const absent = member.required ? `if (x === undefined) r.missing(${literal(key)}); else` : 'if (x !== undefined)';
    const element = elementCode(program, member.shape, encodeXmlName(key), 'x');
    const own = isInherited(key)
      ? `Object.hasOwn(record, ${literal(key)}) ? record[${literal(key)}] : undefined`
      : `record[${literal(key)}]`;
    body += `\n  x = ${own}; ${absent} out += ${element};`;
  }
  if (shape.rest === undefined) return `${body}\n  return out;`;
  const index = program.shapes.push(shape) - 1;
  return `${body}\n  return out + r.writeRest(s[${index}], s[${index}].rest, record);`;
};

/** The function that writes what stands between the tags of an object or array; one per shape, so that it may recur. */
const contentFunction = (program: Program, shape: Shape): string => {
  const known = program.contents.get(shape);
  if (known !== undefined) return known;
  const name = `content${program.contents.size}`;
  program.contents.set(shape, name);
  const body = shape.items === undefined ? recordBody(program, shape) : listBody(program, shape, shape.items);
  program.functions.push(`function ${name}(value) {${body}\n}`);
  return name;
};

const hasMixed = (shape: Shape, seen: Set<Shape>): boolean => {
  if (shape.mixed) return true;
  if (seen.has(shape)) return false;
  seen.add(shape);
  const inner = [...(shape.members?.values() ?? [])].map((member) => member.shape);
  return [...inner, shape.rest, shape.items].some((part) => part !== undefined && hasMixed(part, seen));
};

const compile = (shape: Shape): XmlWriter => {
  const program: Program = { functions: [], shapes: [], contents: new Map() };
  const attributes = hasMixed(shape, new Set()) ? typedRootAttributes : rootAttributes;
  const root = elementCode(program, shape, encodeXmlName(shape.name), 'value', attributes);
  const code = `'use strict';\n${program.functions.join('\n')}\nreturn (value) => ${literal(declaration)} + ${root};`;
  // Code made once per schema, from names that `literal` quotes: reading members by constant names is what makes it fast.
  return new Function('r', 's', code)(runtime, program.shapes) as XmlWriter;
};

const writers = new WeakMap<object, XmlWriter>();

/**
 * A function that writes values of a schema as XML documents (contract B4): the root named after the schema, elements
 * named as in JSON, only what the schema lists, absent members left out, null as `xsi:nil`. Made once per schema.
 */
export const compileXmlWriter = (schema: object): XmlWriter => {
  const known = writers.get(schema);
  if (known !== undefined) return known;
  const writer = compile(compileShape(schema));
  writers.set(schema, writer);
  return writer;
};
