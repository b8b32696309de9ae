import { describe, expect, test } from 'vitest';
import { compile, evaluate, type JsonValue } from './index.ts';
import { outcomeOf } from './outcome-of.ts';

const inherited = Object.getOwnPropertyNames(Object.prototype);
const arrayMembers = ['length', 'map', 'constructor', 'at'];

describe('only own members are seen', () => {
  test.for(inherited)('%s is an ordinary name that is not there', (name) => {
    expect(outcomeOf(`"${name}"`, {})).toStrictEqual({ value: null });
    expect(outcomeOf(`a.b."${name}"`, { a: { b: 'text' } })).toStrictEqual({ value: null });
    expect(outcomeOf(`[?"${name}"]`, [{}, [], 'text', 1])).toStrictEqual({ value: [] });
  });

  test.for(inherited)('%s is read where the data has it', (name) => {
    const data: JsonValue = JSON.parse(`{"${name}": 1}`);
    expect(outcomeOf(`"${name}"`, data)).toStrictEqual({ value: 1 });
    expect(outcomeOf('*', data)).toStrictEqual({ value: [1] });
    expect(outcomeOf('keys(@)', data)).toStrictEqual({ value: [name] });
    expect(outcomeOf('@ == `{}`', data)).toStrictEqual({ value: false });
    expect(outcomeOf('!@', data)).toStrictEqual({ value: false });
  });

  test.for(inherited)('a result gets %s as an own member and nothing else', (name) => {
    const wanted = `{"${name}":{"x":1}}`;
    for (const query of [`{"${name}": a}`, `merge(@.n, \`${wanted}\`)`, `\`${wanted}\``]) {
      const result = evaluate(compile(query), { a: { x: 1 }, n: {} });
      expect(JSON.stringify(result), query).toBe(wanted);
      expect(Object.getPrototypeOf(result), query).toBe(Object.prototype);
      expect(Object.keys(result ?? {})).toStrictEqual([name]);
    }
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  test.for(arrayMembers)('a list has no member %s', (name) => {
    expect(outcomeOf(name, [1])).toStrictEqual({ value: null });
    expect(outcomeOf(`a.${name}`, { a: 'text' })).toStrictEqual({ value: null });
  });

  test('members of a class or of a changed prototype are not data', () => {
    const data: JsonValue = Object.create({ secret: 1 }, { own: { value: 2, enumerable: true } });
    expect(outcomeOf('[secret, own]', data)).toStrictEqual({ value: [null, 2] });
    expect(outcomeOf('*', data)).toStrictEqual({ value: [2] });
  });
});

describe('a program cannot be changed through its results', () => {
  test('literals are frozen all the way down', () => {
    const result = evaluate(compile('`{"a": [{"b": 1}]}`'), null);
    expect(() => Reflect.ownKeys(Object.assign(result ?? {}, { c: 1 }))).toThrow(TypeError);
    expect(outcomeOf('`{"a": [{"b": 1}]}`', null)).toStrictEqual({ value: { a: [{ b: 1 }] } });
    expect(Object.isFrozen(evaluate(compile('`{"a": [{"b": 1}]}`.a[0]'), null))).toBe(true);
  });

  test('the program and its names are frozen', () => {
    const program = compile("resources[?name==parameter('x')].id");
    expect(Object.isFrozen(program)).toBe(true);
    expect(Object.isFrozen(program.names)).toBe(true);
    expect(Object.isFrozen(program.names.parameters)).toBe(true);
  });
});
