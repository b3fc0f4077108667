import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../bytes.ts'
import {
  formatChange,
  formatClose,
  formatCreate,
  formatDrawn,
  formatFreeze,
  formatHead,
  formatIncident,
  formatKey,
  formatPassed,
  formatTally,
  formatVerifier,
  parseChange,
  parseClose,
  parseCreate,
  parseDrawn,
  parseFreeze,
  parseHead,
  parseIncident,
  parseKey,
  parsePassed,
  parseTally,
  parseVerifier,
} from './log-leaf.ts'

const HASH = sha256Hex('text')
const GIVEAWAY = '0193a000-0000-7000-8000-000000000002'

describe('leaves of the shop log', () => {
  const create = {
    giveaway: GIVEAWAY,
    at: 1,
    slots: 10,
    limit: 3,
    start: 2,
    end: 3,
    mail: 168,
    rules: HASH,
    commitment: HASH,
    beacon: HASH,
    gap: 3600,
    margin: 300,
    policy: HASH,
  }
  const drawn = { giveaway: GIVEAWAY, manifest: HASH, round: 7, signature: 'ab'.repeat(48), places: [3, 1, 2] }
  const freeze = {
    log: 'shop.test/redoubt/log',
    giveaway: GIVEAWAY,
    create: HASH,
    tree: { size: 3, root: HASH },
    list: { size: 2, hash: HASH },
    credit: 1,
    auto: 0,
    mail: 1,
    staff: 0,
    commitment: HASH,
    seed: HASH,
    beacon: HASH,
    round: 9,
    time: 24,
    gap: 3600,
    margin: 300,
  }
  const incident = { giveaway: GIVEAWAY, at: 5, class: 'slip', beacon: null, round: 9, note: null }

  it('have the lines of the design in its order', () => {
    expect(formatCreate(create)).toBe(
      `redoubt/create/2\ngiveaway ${GIVEAWAY}\nat 1\nslots 10\nlimit 3\nstart 2\nend 3\nmail 168\nrules ${HASH}\ncommitment ${HASH}\nbeacon ${HASH}\ngap 3600\nmargin 300\npolicy ${HASH}\n`,
    )
    expect(formatCreate({ ...create, end: null })).toContain('\nend none\n')
    expect(formatHead({ giveaway: GIVEAWAY, size: 8, root: HASH })).toBe(
      `redoubt/head/2\ngiveaway ${GIVEAWAY}\nsize 8\nroot ${HASH}\n`,
    )
    expect(formatClose({ giveaway: GIVEAWAY, at: 1, freeze: 2, round: 3 })).toBe(
      `redoubt/close/2\ngiveaway ${GIVEAWAY}\nat 1\nfreeze 2\nround 3\n`,
    )
    expect(formatDrawn(drawn)).toBe(
      `redoubt/drawn/2\ngiveaway ${GIVEAWAY}\nmanifest ${HASH}\nround 7\nsignature ${'ab'.repeat(48)}\nplaces 3 1 2\n`,
    )
    expect(formatDrawn({ ...drawn, places: [] })).toContain('\nplaces none\n')
    expect(formatPassed({ giveaway: GIVEAWAY, at: 1, place: 1, number: 3, reason: 'declined', notice: HASH })).toBe(
      `redoubt/passed/2\ngiveaway ${GIVEAWAY}\nat 1\nplace 1\nnumber 3\nreason declined\nnotice ${HASH}\n`,
    )
    expect(formatFreeze(freeze).split('\n')).toHaveLength(18)
    expect(formatFreeze({ ...freeze, seed: 'void' })).toContain('\nseed void\n')
  })

  it('are read as what was written, and in no other form', () => {
    const day = { giveaway: GIVEAWAY, day: '2026-11-24', received: 5, registered: 3, refused: 2 }
    const texts: [string, (text: string) => unknown, object][] = [
      [formatCreate(create), parseCreate, create],
      [formatHead({ giveaway: GIVEAWAY, size: 8, root: HASH }), parseHead, { giveaway: GIVEAWAY, size: 8, root: HASH }],
      [
        formatClose({ giveaway: 'g', at: 1, freeze: 2, round: 3 }),
        parseClose,
        { giveaway: 'g', at: 1, freeze: 2, round: 3 },
      ],
      [formatFreeze(freeze), parseFreeze, freeze],
      [formatDrawn(drawn), parseDrawn, drawn],
      [formatPassed({ giveaway: 'g', at: 1, place: 1, number: 3, reason: 'no_reply', notice: HASH }), parsePassed, {}],
      [formatTally({ ...day, reasons: 'late=1,unreadable=1' }), parseTally, day],
      [formatIncident(incident), parseIncident, incident],
      [formatChange({ giveaway: 'g', at: 1, field: 'end', before: HASH, after: HASH }), parseChange, { field: 'end' }],
      [
        formatVerifier({ at: 1, release: '0.10.0', file: 'redoubt-verify.mjs', hash: HASH }),
        parseVerifier,
        { hash: HASH },
      ],
      [formatKey({ at: 1, old: 'a+b+c', new: 'd+e+f', signature: 'AAAA' }), parseKey, { old: 'a+b+c' }],
    ]
    for (const [text, parse, value] of texts) {
      expect(parse(text)).toMatchObject(value)
      const lines = text.split('\n')
      const others = [
        text.slice(0, -1),
        `${text}\n`,
        text.replace('/2\n', '/1\n'),
        text.replace('\n', '\n\n'),
        text.replaceAll('\n', '\r\n'),
        text.replace(/(\n\w+ )/, '$1 '),
        ...lines.slice(1, -1).map(line => text.replace(`${line}\n`, '')),
        ...lines.slice(1, -1).map(line => text.replace(line, `${line} `)),
        ...lines.slice(1, -1).map(line => text.replace(line, line.replace(' ', ' 0x'))),
      ]
      for (const other of others.filter(each => !/\n(giveaway|old|new|release|file|log) 0x|0xAAAA/.test(each)))
        expect(() => parse(other), other).toThrow()
    }
    expect(() => formatTally({ ...day, reasons: 'late=0' })).toThrow()
    expect(() => formatCreate({ ...create, slots: -1 })).toThrow()
    expect(() => formatCreate({ ...create, giveaway: 'two words' })).toThrow()
  })
})
