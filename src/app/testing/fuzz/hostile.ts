import type { Chance } from '../../../../db/demo/seeded-chance.ts'

/** JSON text of values that a field may not expect. */
const HOSTILE_JSON = [
  ...[
    'null',
    'true',
    'false',
    '[]',
    '{}',
    '""',
    '" "',
    '-1',
    '0',
    '-0',
    '1.5',
    '1e300',
    '1e999',
    '-1e999',
    '1e-320',
    '2147483648',
  ],
  ...[
    '9007199254740993',
    '99999999999999999999',
    '"NaN"',
    '"Infinity"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00x"',
  ],
  ...[
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
  ],
  ...[
    '{"$ne":null}',
    '[null]',
    '[[[[[[]]]]]]',
    '{"toString":1}',
    '{"length":1e9}',
    '"\' or 1=1 --"',
    '"%_\\\\"',
    '"{{7*7}}"',
  ],
  ...[
    '"../../etc/passwd"',
    '"\\u202e\\u2066"',
    '"😀"',
    '"ﷺ"',
    '"0x10"',
    '"1e5"',
    '"-0"',
    '"9999-12-31"',
    '"0000-00-00"',
  ],
  ...[
    '"-000001-01-01T00:00:00Z"',
    '"+275760-09-13T00:00:00.001Z"',
    '"2026-02-30"',
    '"00000000-0000-0000-0000-000000000000"',
  ],
  ...[
    '"user@example.com\\r\\nBcc: x@example.com"',
    '"a@b.c"',
    '"<script>"',
    '"javascript:alert(1)"',
    '"s3:products/../x"',
  ],
]

/** Bodies that are not JSON, or not the JSON that a route expects. */
const HOSTILE_BODIES = [
  '',
  '{',
  '[',
  '"',
  '{"a":}',
  'NaN',
  '\u0000',
  '{}{}',
  '{"a":1,}',
  "{'a':1}",
  '[]',
  'null',
  '1',
  '"x"',
  'undefined',
  '\ufeff{}',
]
const LONGEST = 900_000
const DEEPEST = 20_000

const REPEATED = [
  'x',
  '<',
  ' ',
  '=',
  '-',
  '.',
  '@',
  '"',
  "'",
  '\\',
  '0',
  'a@',
  '.a',
  '[',
  '(',
  '\u00df',
  '😀',
  '\n',
  ',',
  '%',
]

/** Hostile JSON text; occasionally very long or very deep. */
export function hostileJson(chance: Chance): string {
  const kind = chance.below(100)
  if (kind === 0) return JSON.stringify(chance.oneOf(REPEATED).repeat(chance.below(LONGEST / 8)))
  if (kind === 1) {
    const depth = chance.below(DEEPEST)
    return chance.below(2)
      ? `${'['.repeat(depth)}${']'.repeat(depth)}`
      : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  }
  if (kind < 12) return JSON.stringify(chance.oneOf(REPEATED).repeat(chance.below(3000)))
  return chance.oneOf(HOSTILE_JSON)
}

export function hostileBody(chance: Chance): string {
  const kind = chance.below(20)
  if (kind === 0) return chance.oneOf(REPEATED).repeat(chance.below(LONGEST))
  if (kind === 1) return `{"a":${JSON.stringify('x'.repeat(LONGEST))}}`
  if (kind < 8) return hostileJson(chance)
  return chance.oneOf(HOSTILE_BODIES)
}

const HOSTILE_TEXTS = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    '1e9',
    '1e999',
    'NaN',
    '99999999999999999999',
    'null',
    'undefined',
    'true',
    '__proto__',
    '%',
    '%00',
    '%ff',
    '%c0%ae',
  ],
  ...[
    "'",
    '"',
    '\\',
    '..',
    '../../x',
    'a\u0000b',
    '\ud800',
    '😀',
    '\u202e',
    '9999-12-31',
    '0000-00-00',
    '2026-02-30',
    '<x>',
    '*',
    '(',
    '[',
    '|',
    '&',
    '!',
    ':*',
  ],
  ...[
    'eyJpZCI6MX0',
    'eyJrZXkiOiJOYU4iLCJpZCI6IngifQ==',
    'e30=',
    'W10=',
    'bnVsbA==',
    '1,2',
    '2026-01-01T00:00:00Z',
    '-000001-01-01',
  ],
]
/** Shorter than Node's limit for a request's head. */
const LONGEST_TEXT = 3000

/** A text for a query, a path or a header. */
export const hostileText = (chance: Chance): string =>
  chance.below(12) === 0 ? chance.oneOf(REPEATED).repeat(chance.below(LONGEST_TEXT / 4)) : chance.oneOf(HOSTILE_TEXTS)

/** Header values must be Latin-1 without control characters. */
const headerText = (chance: Chance): string => hostileText(chance).replace(/[^\x20-\x7e\xa0-\xff]/g, '?')

const HEADERS = [
  ...[
    'accept-encoding',
    'accept',
    'accept-language',
    'user-agent',
    'cookie',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
  ],
  ...[
    'if-none-match',
    'if-modified-since',
    'range',
    'origin',
    'referer',
    'idempotency-key',
    'authorization',
    'content-encoding',
    'x-request-id',
  ],
  ...['x-api-key', 'sec-fetch-site', 'stripe-signature', 'forwarded', 'x-http-method-override', 'last-event-id'],
]

export const hostileHeader = (chance: Chance): [string, string] => [chance.oneOf(HEADERS), headerText(chance)]
