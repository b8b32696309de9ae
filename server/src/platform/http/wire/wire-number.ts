const integer = /^[+-]?[0-9]+$/;
const decimal = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** An integer from text, or undefined: no fraction, no exponent, nothing that a number would round. */
export const readWireInteger = (text: string): number | undefined => {
  if (!integer.test(text)) return undefined;
  const value = Number(text);
  // Adding zero turns -0 into 0.
  return Number.isSafeInteger(value) ? value + 0 : undefined;
};

/** A finite number from text, or undefined. */
export const readWireNumber = (text: string): number | undefined => {
  if (!decimal.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
};
