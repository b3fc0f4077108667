import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, it } from 'vitest'
import { sha256, uint64, utf8 } from '../bytes.ts'
import { makeSigner, makeWitness } from '../testing/made-log.ts'
import { randomOf } from '../testing/random.ts'
import { cosignatureLine, cosignatureMessage, cosignaturesOf, formatCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { InvalidNote, parseNote, parseSignatureLine, parseVerifierKey, signerOf, signNote, verifyNote } from './note.ts'
import { formatPolicy, InvalidPolicy, parsePolicy, quorumAt, signedForPolicy } from './policy.ts'

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
