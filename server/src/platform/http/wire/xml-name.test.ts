import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { decodeXmlName, encodeXmlName, localNamePattern } from './xml-name.ts';

// Many values take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

test.each([
  ['name', 'name'],
  ['#companies', '_x0023_companies'],
  ['#employee', '_x0023_employee'],
  ['ProductionService', 'ProductionService'],
  ['1st', '_x0031_st'],
  ['a b', 'a_x0020_b'],
  ['a:b', 'a_x003A_b'],
  ['x-y.z', 'x-y.z'],
  ['-x', '_x002D_x'],
  ['straße', 'straße'],
  ['ж', '_x0436_'],
  ['_x0023_', '_x005F_x0023_'],
  ['_x00230000_', '_x005F_x00230000_'],
  ['_xyz', '_xyz'],
  ['😀', '_x0001F600_'],
  ['', '_x_'],
  ['_x_', '_x005F_x_'],
])('%j is written as %s and read back', (name, element) => {
  expect(encodeXmlName(name)).toBe(element);
  expect(decodeXmlName(element)).toBe(name);
});

test.each(['_x0000_', '_xD800_', '_xFFFFFFFF_', '_x12_', '_x'])('%s is no escape', (element) => {
  expect(decodeXmlName(element)).toBe(element);
});

test('every text is written as a name and read back', () => {
  const isName = new RegExp(`^${localNamePattern}$`, 'u');
  const parts = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('_x', '_', '0023', 'x', '_x0041_'));
  fc.assert(
    fc.property(fc.array(parts), (list) => {
      const name = list.join('').replaceAll('\0', '');
      const element = encodeXmlName(name);
      expect(element).toMatch(isName);
      expect(decodeXmlName(element)).toBe(name);
    }),
    { numRuns: 2000 },
  );
});
