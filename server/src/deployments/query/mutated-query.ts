/** Queries as people write them, broken in every way. For the tests of this folder. */

export const seeds = [
  "resources[?name== parameter('env')].id",
  "resources[?name==concat(parameter('env'),'-api')].sections.properties.secrets[0].secretText",
  "resources[?name=='web'].sections.advanced.apiProductSubscriptions[*].{id:productId,subscriptionKey:key}",
  "concat(variable('prefix'), '-', to_string(length(resources)))",
  'resources[*].[id, name, sections.properties.redirectUrls[]][]',
  "sort_by(resources, &name)[::-1].name | join(', ', @)",
  'resources[?contains(name, `"e"`) && !sections.locked || id > `3`] | [0]',
  '{all: length(resources), "by name": resources[].{n: name}, last: resources[-1:]}',
  'max_by(resources, &length(name)).name',
  'map(&merge(@, `{"x": [1, {"y": null}]}`), resources)[?x].x[1].y',
  "not_null(resources[9], 'it\\'s `raw`', \"quoted \\u00e9\")",
  'resources[0].sections.*.*[] | sum([?type(@)==`"number"`])',
  "starts_with(reverse('😀abc')[1:3], 'b') == `true`",
  'avg(resources[].to_number(id)) <= floor(ceil(abs(`-1.5e2`)))',
  'keys(@)[0] | values({a: @})',
  '((((a.b).c)[0])[*])[?@ != `{}`]',
];

const fragments = [
  ...[
    '.',
    '[',
    ']',
    '[]',
    '[?',
    '[*]',
    '*',
    '@',
    '&',
    '&&',
    '|',
    '||',
    '!',
    '!=',
    '==',
    '=',
    '<',
    '>=',
    '(',
    ')',
    '{',
    '}',
  ],
  ...[
    ',',
    ':',
    "'",
    '"',
    '`',
    '\\',
    '-',
    '0',
    '-1',
    '99999999999999999999',
    ' ',
    '\n',
    '\t',
    '\0',
    '\u2028',
    '😀',
    '\ud83d',
  ],
  ...[
    'a',
    '__proto__',
    'constructor',
    'resources',
    'length(',
    'sort_by(',
    '&name',
    '`null`',
    "''",
    '[::0]',
    '[1:2:3]',
    '$',
    '#',
  ],
  ...[
    "parameter('env')",
    "parameter('none')",
    'variable(name)',
    'concat(',
    'to_string(@)',
    'map(&',
    '[@, @]',
    '`[1e308]`',
  ],
];

/** A small generator of its own (mulberry32), so that each run sees the same texts. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function mutate(text: string, random: (below: number) => number): string {
  let result = text;
  for (let times = 1 + random(4); times > 0; times -= 1) {
    const at = random(result.length + 1);
    const to = Math.min(result.length, at + random(12));
    const fragment = fragments[random(fragments.length)] ?? '';
    const other = seeds[random(seeds.length)] ?? '';
    const ways = [
      () => result.slice(0, at) + fragment + result.slice(at),
      () => result.slice(0, at) + result.slice(to),
      () => result.slice(0, at) + fragment + result.slice(to),
      () => result.slice(0, to) + result.slice(at),
      () => result.slice(0, at) + other.slice(random(other.length)),
      () => `${result} ${['|', '||', '&&', '=='][random(4)]} ${other}`,
      () => result.slice(0, at) + [...result.slice(at, to)].reverse().join('') + result.slice(to),
    ];
    result = ways[random(ways.length)]?.() ?? result;
  }
  return result;
}
