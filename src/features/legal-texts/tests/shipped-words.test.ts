import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { UNUSUAL } from '#app/testing/strings/setting-facts.ts'
import { DEFAULT_SETTINGS, defaultsOf, type Settings } from '#kernel/settings.ts'
import { DEMO_SETTINGS } from '../../../../db/demo/settings.ts'
import { legalTextsOf } from '../legal-texts.ts'

const demo: Settings = { ...defaultsOf('demo'), ...DEMO_SETTINGS }

const SETTINGS: Record<string, Settings> = {
  'the demo': demo,
  'the demo in production': { ...defaultsOf('production'), ...DEMO_SETTINGS },
  'the defaults': DEFAULT_SETTINGS,
  'unusual settings': UNUSUAL,
  'no early access, no free entry online': {
    ...UNUSUAL,
    premium: { ...UNUSUAL.premium, earlyAccessHours: 0 },
    freeEntry: { online: false, everyDays: 1 },
  },
  'one gap, one hour, one day, Washington': {
    ...demo,
    place: { timeZone: 'America/New_York', lawState: 'DC' },
    mailInHours: 24,
    premium: { ...demo.premium, earlyAccessHours: 1 },
    freeEntry: { online: true, everyDays: 1 },
    contact: { ...demo.contact, company: 'A & B {company} $& Inc.' },
  },
}

/** Hashes of the texts of KINDS as they were published before they became templates. A change of a shipped wording changes its row. */
const PUBLISHED: Record<string, readonly string[]> = {
  'the demo': [
    '3244cd63d58a23ae50a3ee5080418e2c454aaab0096cab3483f849625124568a',
    '43665427377d00a49672efd37fd35161687c337edf228a95ffd07986fbe0d034',
    '68c9368b7f235b7855f34b8abb0745aa0a4c25908f9e624b28f2dfc0f824c0a2',
    '89b5a907d9b19c278ed32cea9438f6e314ba0b016329045b145496dd5944ff72',
    '88977be6ffbc9ee698198ca350e01b81b8c7442652cef88ea2b31fdfaf2c7e02',
  ],
  'the demo in production': [
    '3244cd63d58a23ae50a3ee5080418e2c454aaab0096cab3483f849625124568a',
    '43665427377d00a49672efd37fd35161687c337edf228a95ffd07986fbe0d034',
    '5b179a6a0c3d919cab619abbd4c65669118a2d285ef4580fcf614f8cd545f919',
    '480083944157cf930ce1891b08ce658d3e281bc1544a501949297836efd252fd',
    '88977be6ffbc9ee698198ca350e01b81b8c7442652cef88ea2b31fdfaf2c7e02',
  ],
  'the defaults': [
    '2b8cb6d4371e1cefe17420de583b44dab3c217e20f44433c735b5ab9d862e860',
    'c24b30b190fd097f2b5efdfea28da8ef4f3a3e27b8afa0ce3993a4d510d930c8',
    '88f8d00f587ba1056d9093cf48cc00fdb10f23d70cbcc5e27e07b51000d7fe9c',
    '544e90b5f1eec3c338b08e5e49c3914055395e66d59813ae24ac11b1d3a8cd99',
    'bb2a25ea877f043cd162f18a9879034680938b79cb54ec1114cc1b392da50ba0',
  ],
  'unusual settings': [
    'cd7cf9b5aa1fd599ea6836dd3e06a648727d8d645d32fce33a25bb7aa737c9ec',
    '726a09a31c0fbe76f2aeb6948ed98e7acac694b83fb37d5a364050ea880df43c',
    '0493adbbc7f82bd0de548f2690a029cd66cbc1dc2ffe74106dad2bf9e7961e3c',
    'bb8e4bb4721992b9953bbb8874f536ae752adf51accb21fe06bf453167320749',
    'd60d0d550c66aada15853c607a271815fc481b73e271a1f3126429e4f8d1219a',
  ],
  'no early access, no free entry online': [
    '24562f17e6f8ccce18b7edf3475126b36a927bb767745a26ca6fb89c6f71ebef',
    '726a09a31c0fbe76f2aeb6948ed98e7acac694b83fb37d5a364050ea880df43c',
    'aafd78fe6c56344f41a17fe4aab25e83bd19f9620b7fd5fc40a0ae3d5e5f7eb6',
    'c581cac3d45f412d58b7101e847885d1696a1aacb087c4a5508a18b3e4e04f83',
    'd60d0d550c66aada15853c607a271815fc481b73e271a1f3126429e4f8d1219a',
  ],
  'one gap, one hour, one day, Washington': [
    'b1aa378f5d8f497fd4336c62838656899207fa0ee2afad90ad1a93570c6967f7',
    '43665427377d00a49672efd37fd35161687c337edf228a95ffd07986fbe0d034',
    '946c0854c1c6457f744063bb9f7db6110191e31d7b2c8b62cfa1c2679d6713ef',
    '3684baddf51365764e77426cdc40f483692cfb03fa90da8522e95d0645320cf6',
    '88977be6ffbc9ee698198ca350e01b81b8c7442652cef88ea2b31fdfaf2c7e02',
  ],
}

it.each(Object.keys(SETTINGS))('shipped templates publish the same words as before under %s [B-37.1]', name => {
  const hashes = legalTextsOf(SETTINGS[name]!).map(({ title, clauses }) =>
    createHash('sha256')
      .update(JSON.stringify([title, clauses]))
      .digest('hex'),
  )
  expect(hashes).toEqual(PUBLISHED[name])
})
