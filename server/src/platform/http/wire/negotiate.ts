/** A media type that we can answer with, and the form that its body has. */
export interface Offer {
  readonly mediaType: string;
  readonly form: 'json' | 'xml';
}

/** What every operation of area B answers with (contract B4); the first is the answer where nothing fits. */
export const standardOffers: readonly Offer[] = [
  { mediaType: 'application/json', form: 'json' },
  { mediaType: 'text/json', form: 'json' },
  { mediaType: 'application/xml', form: 'xml' },
  { mediaType: 'text/xml', form: 'xml' },
];

interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
  /** Place in the header, which decides between equals. */
  readonly order: number;
}

const rangePattern = /^([^\s/;,]+)(?:\/([^\s/;,]+))?$/;
const qualityPattern = /^(?:0?\.[0-9]+|[01](?:\.[0-9]*)?)$/;

const readQuality = (parameters: readonly string[]): number => {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=', 2);
    if (name.trim().toLowerCase() !== 'q') continue;
    const text = value.trim();
    return qualityPattern.test(text) ? Math.min(1, Number(text)) : 1;
  }
  return 1;
};

const readRange = (part: string, order: number): Range | undefined => {
  const [name = '', ...parameters] = part.split(';');
  const found = rangePattern.exec(name.trim().toLowerCase());
  if (found === null) return undefined;
  // Old clients write a bare `*`.
  const [, type = '*', subtype = type === '*' ? '*' : ''] = found;
  return { type, subtype, quality: readQuality(parameters), order };
};

/** How closely a range names a media type: 3 exactly, 2 `text/*`, 1 everything, 0 not at all. */
const closeness = (range: Range, mediaType: string): number => {
  if (range.type === '*') return range.subtype === '*' ? 1 : 0;
  const [type, subtype] = mediaType.split('/');
  if (range.type !== type) return 0;
  if (range.subtype === '*') return 2;
  return range.subtype === subtype ? 3 : 0;
};

interface Standing {
  readonly quality: number;
  readonly close: number;
  readonly order: number;
}

/** The closest range speaks for an offer, whatever others say of it. */
const standingOf = (offer: Offer, ranges: readonly Range[]): Standing => {
  let best: Standing = { quality: 0, close: 0, order: 0 };
  for (const range of ranges) {
    const close = closeness(range, offer.mediaType);
    if (close > best.close) best = { quality: range.quality, close, order: range.order };
  }
  return best;
};

const isBetter = (left: Standing, right: Standing): boolean =>
  left.quality !== right.quality
    ? left.quality > right.quality
    : left.close !== right.close
      ? left.close > right.close
      : left.order < right.order;

const choose = (accept: string, offers: readonly Offer[], fallback: Offer): Offer => {
  const ranges = accept
    .split(',')
    .map(readRange)
    .filter((range) => range !== undefined);
  let chosen = fallback;
  let standing: Standing = { quality: 0, close: 0, order: 0 };
  for (const offer of offers) {
    const own = standingOf(offer, ranges);
    if (own.quality > 0 && isBetter(own, standing)) {
      chosen = offer;
      standing = own;
    }
  }
  return chosen;
};

const remembered = 256;

/**
 * A function that picks the media type to answer with. The highest `q` wins, then the closest range, then the order
 * of the header, then the order of the offers. An `Accept` that we cannot serve gets the first offer, never 406:
 * that status belongs to policies (contract B4).
 */
export const createNegotiator = (offers: readonly Offer[]): ((accept: string | undefined) => Offer) => {
  const [fallback] = offers;
  if (fallback === undefined) throw new Error('a negotiator needs at least one offer');
  const answers = new Map<string, Offer>();
  return (accept) => {
    if (accept === undefined || accept === '' || accept === '*/*') return fallback;
    const known = answers.get(accept);
    if (known !== undefined) return known;
    const chosen = choose(accept, offers, fallback);
    // Clients send few different headers; a full or odd set of them is not worth keeping.
    if (answers.size < remembered && accept.length <= remembered) answers.set(accept, chosen);
    return chosen;
  };
};

export const negotiate = createNegotiator(standardOffers);
