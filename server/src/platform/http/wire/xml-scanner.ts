import type { AppError } from '../../errors/app-error.ts';
import { unreadableBody } from './unreadable-body.ts';
import { endOfPlainName, localNamePattern } from './xml-name.ts';
import { XmlNamespaces, xsiNamespace } from './xml-namespaces.ts';
import { decodeXmlText, firstIllegalCharacter } from './xml-text.ts';

export interface XmlLimits {
  readonly characters: number;
  readonly depth: number;
  /** Elements, comments, CDATA sections and instructions together. */
  readonly pieces: number;
  readonly attributes: number;
}

/** Kept so that the worst document of this size is read or refused within 100 ms (goal R5). */
export const defaultXmlLimits: XmlLimits = { characters: 1024 * 1024, depth: 64, pieces: 50_000, attributes: 64 };

export type XmlEvent = 'open' | 'text' | 'close' | 'end';

const qualifiedName = new RegExp(`(?:(${localNamePattern}):)?(${localNamePattern})`, 'uy');
const attribute = new RegExp(
  `[ \\t\\n]+(?:(${localNamePattern}):)?(${localNamePattern})[ \\t\\n]*=[ \\t\\n]*(?:"([^<"]*)"|'([^<']*)')`,
  'uy',
);
const tagEnd = /[ \t\n]*(\/?)>/y;
const space = /[ \t\n]*/y;
const declaration =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.[0-9]+\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])([A-Za-z][\w.-]*)\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\4)?[ \t\n]*\?>/y;
const startsDeclaration = /^<\?xml[ \t\n?]/;
const utf8Names = new Set(['utf-8', 'utf8', 'us-ascii']);
const typeValue = /^[ \t\n]*(?:[^: \t\n]+:)?([^: \t\n]+)[ \t\n]*$/;

const match = (expression: RegExp, text: string, at: number): RegExpExecArray | null => {
  expression.lastIndex = at;
  return expression.exec(text);
};

const clip = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}...` : name);

/**
 * Reads an XML 1.0 document piece by piece and accepts nothing that is not well-formed, namespaces included. There is
 * no DTD, so no entity can grow. We scan ourselves because the parsers at hand let `<a><b></a>` pass, and because
 * reading straight into the value that the schema asks for needs no tree in between.
 */
export class XmlScanner {
  /** The local name of the element just opened. */
  name = '';
  /** Whether the element just opened says `xsi:nil="true"`. */
  nil = false;
  /** The local part of the opened element's `xsi:type`. */
  type: string | undefined;
  /** Where the element just opened begins. */
  place = 0;
  /** The characters of the text just read. */
  text = '';

  readonly #document: string;
  readonly #limits: XmlLimits;
  readonly #open: string[] = [];
  readonly #namespaces = new XmlNamespaces();
  #at = 0;
  #pieces = 0;
  #rootSeen = false;
  #closing = false;

  constructor(source: string, limits: XmlLimits) {
    // XML reads every line end as a line feed; written carriage returns come as references.
    this.#document = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
    this.#limits = limits;
    if (source.length > limits.characters) throw this.fail(`it has more than ${limits.characters} characters`, 0);
    const illegal = firstIllegalCharacter(this.#document);
    if (illegal !== -1) throw this.fail('a character that XML forbids', illegal);
    this.#readDeclaration();
  }

  next(): XmlEvent {
    if (this.#closing) return this.#leave();
    for (;;) {
      if (this.#open.length === 0 && this.#skipSpaceOutside()) return 'end';
      const document = this.#document;
      if (document.charCodeAt(this.#at) !== 0x3c) return this.#readText();
      const second = document.charCodeAt(this.#at + 1);
      if (second === 0x2f) return this.#readClose();
      this.#pieces += 1;
      if (this.#pieces > this.#limits.pieces) throw this.fail(`more than ${this.#limits.pieces} elements`);
      if (second === 0x21) {
        if (this.#readMarkup()) return 'text';
      } else if (second === 0x3f) this.#skipInstruction();
      else return this.#readOpen();
    }
  }

  /** Reads on to the end of the element just opened and forgets what is inside. */
  skip(): void {
    const depth = this.#open.length;
    while (this.#open.length >= depth) this.next();
  }

  fail(problem: string, at = this.#at): AppError {
    return unreadableBody('XML', problem, this.#document, at);
  }

  #readDeclaration(): void {
    if (!startsDeclaration.test(this.#document)) return;
    const found = match(declaration, this.#document, 0);
    if (found === null) throw this.fail('the XML declaration is malformed', 0);
    const encoding = found[3];
    if (encoding !== undefined && !utf8Names.has(encoding.toLowerCase())) {
      throw this.fail(`its declaration says encoding "${clip(encoding)}", and only UTF-8 is read`, 0);
    }
    this.#at = found[0].length;
  }

  /** Outside the root there is only space, comments and instructions. True at the end of the document. */
  #skipSpaceOutside(): boolean {
    this.#at += match(space, this.#document, this.#at)?.[0].length ?? 0;
    if (this.#at < this.#document.length) {
      if (this.#document.charCodeAt(this.#at) === 0x3c) return false;
      throw this.fail('text outside the root element');
    }
    if (!this.#rootSeen) throw this.fail('it has no root element');
    return true;
  }

  #readText(): XmlEvent {
    const start = this.#at;
    const end = this.#document.indexOf('<', start);
    if (end === -1) throw this.fail(`element "${clip(this.#open.at(-1) ?? '')}" is not closed`, this.#document.length);
    const raw = this.#document.slice(start, end);
    const stray = raw.indexOf(']]>');
    if (stray !== -1) throw this.fail('"]]>" in text', start + stray);
    this.text = decodeXmlText(raw, this.#document, start);
    this.#at = end;
    return 'text';
  }

  /** Comment or CDATA section; true when it gave text. */
  #readMarkup(): boolean {
    const document = this.#document;
    const start = this.#at;
    if (document.startsWith('<!--', start)) {
      const end = document.indexOf('--', start + 4);
      if (end === -1) throw this.fail('a comment is not closed');
      if (document.charCodeAt(end + 2) !== 0x3e) throw this.fail('"--" inside a comment', end);
      this.#at = end + 3;
      return false;
    }
    if (document.startsWith('<![CDATA[', start) && this.#open.length > 0) {
      const end = document.indexOf(']]>', start + 9);
      if (end === -1) throw this.fail('a CDATA section is not closed');
      this.text = document.slice(start + 9, end);
      this.#at = end + 3;
      return true;
    }
    if (document.startsWith('<!DOCTYPE', start)) throw this.fail('document type declarations are refused');
    throw this.fail('"<!" begins neither a comment nor a CDATA section');
  }

  #skipInstruction(): void {
    const target = match(qualifiedName, this.#document, this.#at + 2)?.[0];
    const end = this.#document.indexOf('?>', this.#at + 2);
    const after = this.#at + 2 + (target?.length ?? 0);
    const apart = end === after || match(space, this.#document, after)?.[0] !== '';
    if (target === undefined || target.includes(':') || target.toLowerCase() === 'xml' || end < after || !apart) {
      throw this.fail('a processing instruction is malformed or not closed');
    }
    this.#at = end + 2;
  }

  #readClose(): XmlEvent {
    const expected = this.#open.at(-1);
    if (expected === undefined) throw this.fail('an end tag without a start tag');
    const after = this.#at + 2 + expected.length;
    if (!this.#document.startsWith(expected, this.#at + 2)) throw this.#notClosed(expected);
    if (this.#document.charCodeAt(after) === 0x3e) this.#at = after + 1;
    else {
      const end = match(tagEnd, this.#document, after);
      if (end === null || end[1] === '/') throw this.#notClosed(expected);
      this.#at = after + end[0].length;
    }
    return this.#leave();
  }

  #notClosed(name: string): AppError {
    return this.fail(`expected the end tag of "${clip(name)}"`);
  }

  #leave(): XmlEvent {
    this.#closing = false;
    this.#open.pop();
    this.#namespaces.leave();
    return 'close';
  }

  #readOpen(): XmlEvent {
    const start = this.#at;
    if (this.#open.length === 0 && this.#rootSeen) throw this.fail('more than one root element');
    if (this.#open.length >= this.#limits.depth) throw this.fail(`elements nested deeper than ${this.#limits.depth}`);
    this.#rootSeen = true;
    this.place = start;
    const prefix = this.#readName(start + 1);
    this.nil = false;
    this.type = undefined;
    this.#namespaces.enter();
    if (prefix === undefined && this.#document.charCodeAt(this.#at) === 0x3e) {
      this.#at += 1;
      return 'open';
    }
    this.#readAttributes(prefix, start);
    const end = match(tagEnd, this.#document, this.#at);
    if (end === null) throw this.fail(`the start tag of "${clip(this.name)}" is malformed or not closed`);
    this.#at += end[0].length;
    this.#closing = end[1] === '/';
    return 'open';
  }

  /** Takes the name of a start tag and answers its prefix. */
  #readName(from: number): string | undefined {
    const end = endOfPlainName(this.#document, from);
    if (end > from) {
      this.name = this.#document.slice(from, end);
      this.#open.push(this.name);
      this.#at = end;
      return undefined;
    }
    const found = match(qualifiedName, this.#document, from);
    if (found === null) throw this.fail('"<" does not begin a tag');
    this.name = found[2] ?? '';
    this.#open.push(found[0]);
    this.#at = from + found[0].length;
    return found[1];
  }

  #readAttributes(prefix: string | undefined, start: number): void {
    for (let count = 0; ; count += 1) {
      const found = match(attribute, this.#document, this.#at);
      if (found === null) break;
      if (count >= this.#limits.attributes) throw this.fail(`more than ${this.#limits.attributes} attributes`);
      this.#at += found[0].length;
      const raw = found[3] ?? found[4] ?? '';
      const value = decodeXmlText(raw, this.#document, this.#at - raw.length - 1);
      const problem = this.#namespaces.add(found[1], found[2] ?? '', value);
      if (problem !== undefined) throw this.fail(problem, this.#at - found[0].trimStart().length);
    }
    const problem = this.#namespaces.resolve(prefix);
    if (problem !== undefined) throw this.fail(problem, start);
    const nil = this.#namespaces.attribute(xsiNamespace, 'nil')?.trim();
    this.nil = nil === 'true' || nil === '1';
    this.type = typeValue.exec(this.#namespaces.attribute(xsiNamespace, 'type') ?? '')?.[1];
  }
}
