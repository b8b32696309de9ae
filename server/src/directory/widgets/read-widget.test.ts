import { expect, test } from 'vitest';
import { readWidget, type WidgetInput } from './read-widget.ts';

const given = { name: ' Weather ', width: 2, height: 3 };

test('what is not said is as usual', () => {
  expect(readWidget(given)).toEqual({
    name: 'Weather',
    width: 2,
    height: 3,
    description: null,
    url: null,
    priority: 0,
    logoUrl: null,
    pictogramUrl: null,
    type: null,
    showTitle: true,
    supportsMobile: true,
    sequenceNo: 0,
    color: null,
    openInNewTab: false,
  });
});

test.each<[string, Partial<WidgetInput>]>([
  ['https', { url: 'https://weather.example.com/tile' }],
  ['localhost', { url: 'http://localhost:3000/tile' }],
  ['an empty address', { logoUrl: '' }],
])('%s is accepted', (_, changes) => {
  expect(() => readWidget({ ...given, ...changes })).not.toThrow();
});

test.each<[string, Partial<WidgetInput>]>([
  ['/name', { name: ' ' }],
  ['/name', { name: 'x'.repeat(201) }],
  ['/width', { width: 0 }],
  ['/height', { height: 1.5 }],
  ['/priority', { priority: 3_000_000_000 }],
  ['/url', { url: 'http://weather.example.com' }],
  ['/url', { url: 'javascript:alert(1)' }],
  ['/logoUrl', { logoUrl: 'https://user:password@example.com' }],
  ['/pictogramUrl', { pictogramUrl: 'nonsense' }],
  ['/description', { description: 'x'.repeat(2_001) }],
  ['/color', { color: 'a\u0000' }],
])('%s is refused: %j', (path, changes) => {
  expect(() => readWidget({ ...given, ...changes })).toThrow(
    expect.objectContaining({ kind: 'invalid', details: [expect.objectContaining({ path })] }),
  );
});
