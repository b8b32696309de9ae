/** The spellings of booleans outside JSON bodies (contract, Addresses): query, headers, paths and XML. */
const spellings: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
]);

export const readWireBoolean = (text: string): boolean | undefined => spellings.get(text);
