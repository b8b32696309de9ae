export const xsiNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

/** More declarations in force at one place than any serializer writes; it bounds the time of a look-up. */
const maximum = 64;

interface Attribute {
  readonly prefix: string | undefined;
  readonly local: string;
  readonly value: string;
  uri: string;
}

/**
 * The namespace declarations in force, and the attributes of the element being opened. Which namespace an element is
 * in does not matter to us (serializers of clients choose their own), only that every prefix is declared and which
 * attributes are XML Schema's `nil` and `type`, whatever prefix they come with.
 */
export class XmlNamespaces {
  readonly #prefixes: string[] = [];
  readonly #uris: string[] = [];
  readonly #marks: number[] = [];
  #attributes: Attribute[] = [];

  enter(): void {
    this.#marks.push(this.#prefixes.length);
    if (this.#attributes.length > 0) this.#attributes = [];
  }

  leave(): void {
    const mark = this.#marks.pop() ?? 0;
    if (mark === this.#prefixes.length) return;
    this.#prefixes.length = mark;
    this.#uris.length = mark;
  }

  /** Takes one attribute of the opened element; answers what is wrong with it, if anything. */
  add(prefix: string | undefined, local: string, value: string): string | undefined {
    if (prefix === 'xmlns') return this.#declare(local, value);
    if (prefix === undefined && local === 'xmlns') return this.#declare('', value);
    this.#attributes.push({ prefix, local, value, uri: '' });
    return undefined;
  }

  /** Once all attributes are known: every prefix must be declared and no attribute may come twice. */
  resolve(elementPrefix: string | undefined): string | undefined {
    if (elementPrefix !== undefined && this.#find(elementPrefix) === undefined) return undeclared(elementPrefix);
    for (const [index, attribute] of this.#attributes.entries()) {
      const uri = attribute.prefix === undefined ? '' : this.#find(attribute.prefix);
      if (uri === undefined) return undeclared(attribute.prefix ?? '');
      attribute.uri = uri;
      for (let other = 0; other < index; other += 1) {
        const earlier = this.#attributes[other];
        if (earlier?.local === attribute.local && earlier.uri === uri) return 'an attribute is given twice';
      }
    }
    return undefined;
  }

  attribute(uri: string, local: string): string | undefined {
    if (this.#attributes.length === 0) return undefined;
    return this.#attributes.find((attribute) => attribute.local === local && attribute.uri === uri)?.value;
  }

  #declare(prefix: string, uri: string): string | undefined {
    if (this.#prefixes.length >= maximum) return `more than ${maximum} namespace declarations`;
    const reserved = prefix === 'xmlns' || uri === xmlnsNamespace || (prefix === 'xml') !== (uri === xmlNamespace);
    if (reserved || (prefix !== '' && uri === '')) return 'a namespace declaration that XML forbids';
    if (this.#prefixes.indexOf(prefix, this.#marks.at(-1)) !== -1) return 'an attribute is given twice';
    this.#prefixes.push(prefix);
    this.#uris.push(uri);
    return undefined;
  }

  #find(prefix: string): string | undefined {
    if (prefix === 'xml') return xmlNamespace;
    const index = this.#prefixes.lastIndexOf(prefix);
    return index === -1 ? undefined : this.#uris[index];
  }
}

const undeclared = (prefix: string): string => `the prefix "${prefix.slice(0, 60)}" is not declared`;
