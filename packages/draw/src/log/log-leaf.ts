import {
  base64,
  count,
  counts,
  day,
  hash,
  id,
  key,
  lineText,
  optional,
  pair,
  signature,
  type Text,
  word,
} from './line-fields.ts'

/** The leaves of the shop log. Moments (`at`, `start`, `end`, `freeze`) are in milliseconds, `time`, `gap` and `margin` in seconds. */
export type Create = {
  giveaway: string
  at: number
  slots: number
  limit: number
  start: number
  /** Null without an end. */
  end: number | null
  /** Hours of the mail-in window after the end. */
  mail: number
  /** SHA-256 of the rules' text. */
  rules: string
  commitment: string
  /** The hash of the drand chain. */
  beacon: string
  gap: number
  margin: number
  /** SHA-256 of the policy's text. */
  policy: string
}
export type Head = { giveaway: string; size: number; root: string }
export type Close = { giveaway: string; at: number; freeze: number; round: number }
/** The manifest. `seed` is `void` where the seed was lost. */
export type Freeze = {
  log: string
  giveaway: string
  create: string
  tree: { size: number; root: string }
  list: { size: number; hash: string }
  credit: number
  auto: number
  mail: number
  staff: number
  commitment: string
  seed: string
  beacon: string
  round: number
  time: number
  gap: number
  margin: number
}
export type Drawn = { giveaway: string; manifest: string; round: number; signature: string; places: number[] }
/** The holder of place `place` (from 1), with entry `number`, does not get the prize. `notice` is the hash of the proof of notice. */
export type Passed = { giveaway: string; at: number; place: number; number: number; reason: string; notice: string }
/** Cards of a day. */
export type Tally = {
  giveaway: string
  day: string
  received: number
  registered: number
  refused: number
  reasons: string
}
/** `note` is the hash of a text. A fallback names the chain and the round that decide. */
export type Incident = {
  giveaway: string
  at: number
  class: string
  beacon: string | null
  round: number | null
  note: string | null
}
/** A changed rule: hashes of the text before and after. */
export type Change = { giveaway: string; at: number; field: string; before: string; after: string }
/** A release of a verifier: the hash of its file. */
export type Verifier = { at: number; release: string; file: string; hash: string }
/** A new key of the log. `signature` is the old key's, in Base64, over the text up to that line. */
export type Key = { at: number; old: string; new: string; signature: string }

const create = lineText<Create>('redoubt/create/2', {
  giveaway: id,
  at: count,
  slots: count,
  limit: count,
  start: count,
  end: optional(count),
  mail: count,
  rules: hash,
  commitment: hash,
  beacon: hash,
  gap: count,
  margin: count,
  policy: hash,
})
const head = lineText<Head>('redoubt/head/2', { giveaway: id, size: count, root: hash })
const close = lineText<Close>('redoubt/close/2', { giveaway: id, at: count, freeze: count, round: count })
const seed = optional(hash, 'void')
const freeze = lineText<Freeze>('redoubt/freeze/2', {
  log: key,
  giveaway: id,
  create: hash,
  tree: pair('size', 'root'),
  list: pair('size', 'hash'),
  credit: count,
  auto: count,
  mail: count,
  staff: count,
  commitment: hash,
  seed: { format: text => text, parse: text => seed.parse(text) ?? 'void' },
  beacon: hash,
  round: count,
  time: count,
  gap: count,
  margin: count,
})
const drawn = lineText<Drawn>('redoubt/drawn/2', {
  giveaway: id,
  manifest: hash,
  round: count,
  signature,
  places: counts,
})
const passed = lineText<Passed>('redoubt/passed/2', {
  giveaway: id,
  at: count,
  place: count,
  number: count,
  reason: word,
  notice: hash,
})
/** `reasons` are the classes of refusal with their counts, as `class=count` with one comma between, or `none`. */
const reasons = /^(?:none|[a-z][a-z_-]{0,39}=[1-9]\d{0,8}(?:,[a-z][a-z_-]{0,39}=[1-9]\d{0,8}){0,19})$/
const tally = lineText<Tally>('redoubt/tally/2', {
  giveaway: id,
  day,
  received: count,
  registered: count,
  refused: count,
  reasons: { format: text => text, parse: text => (reasons.test(text) ? text : '') },
})
const incident = lineText<Incident>('redoubt/incident/2', {
  giveaway: id,
  at: count,
  class: word,
  beacon: optional(hash),
  round: optional(count),
  note: optional(hash),
})
const change = lineText<Change>('redoubt/change/2', { giveaway: id, at: count, field: word, before: hash, after: hash })
const verifier = lineText<Verifier>('redoubt/verifier/2', { at: count, release: id, file: id, hash })
const rotation = lineText<Key>('redoubt/key/2', { at: count, old: key, new: key, signature: base64 })

export const formatCreate: Text<Create>['format'] = create.format
export const parseCreate: Text<Create>['parse'] = create.parse
export const formatHead: Text<Head>['format'] = head.format
export const parseHead: Text<Head>['parse'] = head.parse
export const formatClose: Text<Close>['format'] = close.format
export const parseClose: Text<Close>['parse'] = close.parse
export const formatFreeze: Text<Freeze>['format'] = freeze.format
export const parseFreeze: Text<Freeze>['parse'] = freeze.parse
export const formatDrawn: Text<Drawn>['format'] = drawn.format
export const parseDrawn: Text<Drawn>['parse'] = drawn.parse
export const formatPassed: Text<Passed>['format'] = passed.format
export const parsePassed: Text<Passed>['parse'] = passed.parse
export const formatTally: Text<Tally>['format'] = tally.format
export const parseTally: Text<Tally>['parse'] = tally.parse
export const formatIncident: Text<Incident>['format'] = incident.format
export const parseIncident: Text<Incident>['parse'] = incident.parse
export const formatChange: Text<Change>['format'] = change.format
export const parseChange: Text<Change>['parse'] = change.parse
export const formatVerifier: Text<Verifier>['format'] = verifier.format
export const parseVerifier: Text<Verifier>['parse'] = verifier.parse
export const formatKey: Text<Key>['format'] = rotation.format
export const parseKey: Text<Key>['parse'] = rotation.parse

/** The drawn leaf names this many places at most. */
export const PLACES_OF_LEAF = 100
/** A later freeze takes a round that is a multiple of this later: 24 hours on quicknet. */
export const SLIP_ROUNDS = 28_800
