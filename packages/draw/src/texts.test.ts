import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, it } from 'vitest'
import { sha256, sha256Hex, uint64, utf8 } from './bytes.ts'
import { cosignatureLine, cosignatureMessage, cosignaturesOf, formatCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { cardNonce, holderOf, markOf } from './entry-leaf.ts'
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
import { InvalidNote, parseNote, parseSignatureLine, parseVerifierKey, signerOf, signNote, verifyNote } from './note.ts'
import { formatPolicy, InvalidPolicy, parsePolicy, quorumAt, signedForPolicy } from './policy.ts'
import { formatReceipt, InvalidReceipt, parseReceipt } from './receipt.ts'
import { makeSigner, makeWitness } from './testing/made-log.ts'
import { randomOf } from './testing/random.ts'

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

describe('signed notes', () => {
  const random = randomOf('notes')
  const signer = makeSigner(random, 'shop.test/redoubt/log')

  it('verify by their own key only', async () => {
    const note = await signNote('text\n\nmore\n', [signer])
    expect(parseNote(note).body).toBe('text\n\nmore\n')
    expect(verifyNote(note, signer.vkey)).toBe(true)
    expect(verifyNote(note, makeSigner(random, signer.name).vkey)).toBe(false)
    expect(verifyNote(note, makeWitness(random, signer.name).vkey)).toBe(false)
    expect(verifyNote(note.replace('more', 'less'), signer.vkey)).toBe(false)
    expect(verifyNote('garbage', signer.vkey)).toBe(false)
    expect(verifyNote(note, 'garbage')).toBe(false)
    const secret = sha256(utf8('secret'))
    const own = signerOf('a.test', secret)
    expect(own.vkey).toContain(Buffer.from([1, ...ed25519.getPublicKey(secret)]).toString('base64'))
    expect(verifyNote(await signNote('text\n', [own]), own.vkey)).toBe(true)
  })

  it('are refused in another form', async () => {
    const note = await signNote('text\n', [signer])
    const others = [
      '',
      'text\n',
      'text\n\n',
      note.slice(0, -1),
      `${note}\n`,
      `${note} `,
      note.replace('text', 'te\txt'),
      note.replace('\u2014', '-'),
      note.replace('\u2014 ', '\u2014  '),
      note.replace('=\n', '\n'),
      note.replace('\u2014 shop', '\u2014 sh+op'),
    ]
    for (const other of others) expect(() => parseNote(other), JSON.stringify(other)).toThrow(InvalidNote)
    const [name, id, key] = signer.vkey.split('+')
    for (const vkey of ['', name!, `${name}+${id}`, `${name}+00000000+${key}`, `+${id}+${key}`, `a b+${id}+${key}`])
      expect(() => parseVerifierKey(vkey), vkey).toThrow(InvalidNote)
  })
})

describe('checkpoints and policies', () => {
  const random = randomOf('policies')
  const log = makeSigner(random, 'shop.test/redoubt/log')
  const witnesses = ['a', 'b', 'c'].map(name => makeWitness(random, `${name}.test/w`))
  const [a, b, c] = witnesses.map(({ vkey }) => vkey)
  const named = witnesses.map(({ vkey }, index) => ({ name: `w${index}`, vkey }))
  const text = formatPolicy({ log: log.vkey, witnesses: named, quorum: 2 })
  const body = formatCheckpoint({ origin: log.name, size: 5, root: sha256(utf8('root')) })

  it('have one form', () => {
    expect(parseCheckpoint(body)).toEqual({ origin: log.name, size: 5, root: sha256(utf8('root')) })
    const others = [
      `${body}\n`,
      `${body}more\n`,
      body.slice(0, -1),
      body.replace('\n5\n', '\n05\n'),
      'a\n1\nAA==\n',
      '',
    ]
    for (const other of others) expect(() => parseCheckpoint(other), other).toThrow(InvalidNote)
    expect(text).toBe(
      `log ${log.vkey}\nwitness w0 ${a}\nwitness w1 ${b}\nwitness w2 ${c}\ngroup witnesses 2 w0 w1 w2\nquorum witnesses\n`,
    )
  })

  it('count a cosignature of a witness by its first time', async () => {
    const note = await signNote(body, [log])
    const [first, second, third] = witnesses
    const signed = [note, second!.cosign(note, 9), first!.cosign(note, 7), first!.cosign(note, 3)].join('')
    expect(cosignaturesOf(parseNote(signed), parsePolicy(text))).toEqual([
      { witness: 'a.test/w', at: 3 },
      { witness: 'b.test/w', at: 9 },
    ])
    expect(quorumAt(parsePolicy(text), signed)).toBe(9)
    expect(quorumAt(parsePolicy(text), signed + third!.cosign(note, 8))).toBe(8)
    expect(quorumAt(parsePolicy(text), note)).toBeNull()
    const stranger = makeWitness(random, 'd.test/w')
    expect(signedForPolicy(signed + stranger.cosign(note, 1), parsePolicy(text))).toBe(
      [note, first!.cosign(note, 7), second!.cosign(note, 9)].join(''),
    )
  })

  it('take the time as signed', async () => {
    const note = await signNote(body, [log])
    const { signature } = parseSignatureLine(witnesses[0]!.cosign(note, 7))
    expect(signature.slice(0, 8)).toEqual(uint64(7))
    const moved = cosignatureLine(a!, 6, signature.slice(8))
    expect(cosignaturesOf(parseNote(note + moved), parsePolicy(text))).toEqual([])
    expect(cosignatureMessage(body, 7)).toEqual(utf8(`cosignature/v1\ntime 7\n${body}`))
  })

  it('know groups of groups, comments and addresses', async () => {
    const nested = `# ours\nlog ${log.vkey} https://shop.test\n\n\twitness x ${a}\nwitness y  ${b} https://b.test\nwitness z ${c}\ngroup g any x y\ngroup all all g z\nquorum all\n`
    const note = await signNote(body, [log])
    const times = [4, 6, 5].map((at, index) => witnesses[index]!.cosign(note, at))
    expect(quorumAt(parsePolicy(nested), [note, ...times].join(''))).toBe(5)
    expect(quorumAt(parsePolicy(nested), [note, ...times.slice(0, 2)].join(''))).toBeNull()
    const single = `log ${log.vkey}\nwitness x ${a}\nquorum x\n`
    expect(quorumAt(parsePolicy(single), note + times[0])).toBe(4)
  })

  it('are refused where a policy counts a witness twice or has no quorum', () => {
    const others = [
      '',
      text.slice(0, -1),
      text.replace('quorum witnesses\n', ''),
      text.replace('quorum witnesses', 'quorum none'),
      text.replace('quorum witnesses', 'quorum others'),
      text.replace('witnesses 2', 'witnesses 4'),
      text.replace('witnesses 2', 'witnesses 0'),
      text.replace('w0 w1 w2', 'w0 w0 w1'),
      text.replace('w0 w1 w2', 'w0 w1 w3'),
      text.replace(b!, a!),
      text.replace(b!, log.vkey),
      text.replace(log.vkey, a!),
      text.replace('witness w1', 'witness w0'),
      text.replace('group', 'team'),
      `${text}quorum witnesses\n`,
      `${text}log ${log.vkey}\n`,
      `${text}group more 1 w0\n`,
      text.replace('w0', 'w\u00e9'),
    ]
    for (const other of others) expect(() => parsePolicy(other), other).toThrow(InvalidPolicy)
  })
})

describe('receipts', () => {
  const receipt = { log: 'shop.test/redoubt/log', giveaway: GIVEAWAY, leaves: ['enter a', 'enter b'], by: 9 }

  it('have one form', () => {
    const body = formatReceipt(receipt)
    expect(body).toBe(
      `redoubt/receipt/2\nlog shop.test/redoubt/log\ngiveaway ${GIVEAWAY}\nleaf enter a\nleaf enter b\nby 9\n`,
    )
    expect(parseReceipt(body)).toEqual(receipt)
    const others = ['', body.slice(0, -1), `${body}\n`, body.replace('/2', '/1'), body.replace('by 9', 'by 09')]
    for (const other of [...others, body.replace(/leaf .*\n/g, ''), body.replace('leaf', 'Leaf')])
      expect(() => parseReceipt(other), other).toThrow(InvalidReceipt)
  })
})

describe('holders and marks', () => {
  it('are 16 bytes of a hash with its purpose', () => {
    const secret = '00'.repeat(32)
    const preimage = Buffer.concat([Buffer.from('redoubt/mark/2\n'), Buffer.alloc(16)])
    expect(markOf('00'.repeat(16))).toBe(sha256Hex(new Uint8Array(preimage)).slice(0, 32))
    const holder = Buffer.concat([Buffer.from(`redoubt/holder/2\n${GIVEAWAY}\n`), Buffer.alloc(32)])
    expect(holderOf(GIVEAWAY, secret)).toBe(sha256Hex(new Uint8Array(holder)).slice(0, 32))
    expect(() => markOf('00')).toThrow(RangeError)
    expect(cardNonce(utf8('salt'), utf8('scan'))).toBe(sha256Hex('saltscan').slice(0, 32))
  })
})
