import { expect, it } from 'vitest'
import { filesLike, fileText } from '../../testing/source/repository-files.ts'

/**
 * Every writer that can change winner, recipient or address of a prize, through an account or the prize's row. A new writer fails here until
 * it names its guard.
 */

/** Patterns of writes in a file's text. Each kind moves a prize or an entry, or silences a winner. */
const WRITES = {
  'the prize’s row': /(updateTable|insertInto)\('winner'\)|\b(update|into) winner\b/,
  'the prize’s address': /^(?=[\s\S]*('winner'|PrizeAddress))[\s\S]*\bship_to: (?!null|unknown)/,
  'the owner of an entry or of its sender':
    /(update giveaway_entry e?|update mail_sender) set user_id|updateTable\('(giveaway_entry as e|mail_sender)'\)[\s\S]{0,60}\.set\(\{ user_id/,
  'the deletion of an account': /\bcloseAccount\(|update users set email/,
  'the birth date': /birth_date: birthDate|set phone = coalesce\(i\.phone/,
  'the residence': /insertInto\('shipping_address'\)|insert into shipping_address/,
  'the sign-in of a person': /changeAccess\([^)]*enabled: false|\bset enabled = false/,
  'the role': /\{ role: role \?\? 'user'|new\.role := new\.offered_role/,
} as const
type Write = keyof typeof WRITES

/** The actor of a write: the person, the rules, or staff; for staff, the test that checks it. */
const STAFF = 'src/features/users/access/two-persons.test.ts'
const HELD: Record<Write, Record<string, string>> = {
  'the prize’s row': {
    'db/functions/create_first_winner.sql': 'the draw',
    'src/features/winners/commands/move-winner.server.ts': 'each step of a winner; where it goes is the next kind',
    'src/features/winners/commands/end-winner.server.ts': 'passing on: src/features/winners/tests/two-persons.test.ts',
    'src/features/winners/commands/merge-winners.server.ts': `decided prizes alone: ${STAFF}`,
    'src/features/winners/personal-data.server.ts': `an own deletion: ${STAFF}`,
    'src/features/winners/seed.server.ts': 'the demo',
  },
  'the prize’s address': {
    'src/features/winners/commands/move-winner.server.ts':
      'what a step says; the steps with an address are the next file',
    'src/features/winners/commands/answer-prize.server.ts':
      'the winner, and a confirmed answer: src/features/proposals/proposals.test.ts',
  },
  'the owner of an entry or of its sender': {
    'src/features/giveaways/entries/commands/merge-entries.server.ts': `a merge: ${STAFF}`,
    'src/features/free-entry/cards/commands/adopt-mail-entries.server.ts': 'the proof of a mailbox',
    'src/features/free-entry/cards/personal-data.server.ts':
      'the deletion of an unproven account leaves the sender without one',
    'src/features/free-entry/cards/commands/ensure-sender.server.ts': 'a card that names an account’s address',
  },
  'the deletion of an account': {
    'src/features/account/commands.server.ts': 'the person',
    'src/features/users/commands/delete-users.server.ts': STAFF,
    'src/features/users/merge/merge-users.server.ts': STAFF,
    'src/features/identity/personal-data.server.ts': 'a part of each deletion',
  },
  'the birth date': {
    'src/features/identity/profile/commands/correct-profile.server.ts': STAFF,
    'src/features/identity/accounts/commands/merge-identities.server.ts': `a merge: ${STAFF}`,
    'src/features/identity/profile/commands/profile.server.ts': 'the person',
    'src/features/identity/registration/commands/register.server.ts': 'the person',
    'src/features/free-entry/online/commands/ask-free-entry.server.ts': 'the person',
    'src/features/free-entry/online/commands/confirm-free-entry.server.ts': 'the person',
    'src/features/free-entry/cards/commands/ensure-sender.server.ts': 'a card brings what an earlier one lacked',
  },
  'the residence': {
    'src/features/identity/shipping/commands/shipping-address.server.ts': `the person, and a correction: ${STAFF}`,
    'src/features/identity/accounts/commands/merge-identities.server.ts': `a merge: ${STAFF}`,
  },
  'the sign-in of a person': { 'src/features/identity/accounts/commands/accounts.server.ts': STAFF },
  'the role': {
    'src/features/identity/accounts/commands/accounts.server.ts': STAFF,
    'db/functions/hold_role_for_proof.sql':
      'the proof of the mailbox by the invited person; the offer is held as above',
  },
}

const files = filesLike(['src/**/*.server.ts', 'db/functions/*.sql']).filter(file => !/\/testing\/|\.test\./.test(file))
const texts = new Map(files.map(file => [file, fileText(file)]))

it.each(Object.keys(WRITES) as Write[])('every writer of %s names its guard', write => {
  const found = [...texts].filter(([, text]) => WRITES[write].test(text)).map(([file]) => file)
  expect(found.sort()).toEqual(Object.keys(HELD[write]).sort())
})

/** Commands of staff that reach those writers, from the source: each is exported by a command file of `users` or `winners`. */
const CALLERS: Record<string, readonly string[]> = {
  correctProfile: ['src/features/users/commands/correct-user.server.ts'],
  disableUser: ['src/features/users/commands/manage-users.server.ts'],
  setRole: ['src/features/users/commands/manage-users.server.ts'],
  closeAccount: [
    'src/features/account/commands.server.ts',
    'src/features/users/commands/delete-users.server.ts',
    'src/features/users/merge/merge-users.server.ts',
  ],
  moveWinners: ['src/features/users/merge/merge-users.server.ts'],
  moveEntries: ['src/features/users/merge/merge-users.server.ts'],
  accepted: [
    'src/features/winners/commands/answer-prize.server.ts',
    'src/features/winners/commands/accept-for-winner.server.ts',
    'src/features/winners/seed.server.ts',
  ],
}

it.each(Object.keys(CALLERS))('%s is called by the guarded commands alone', name => {
  const calls = new RegExp(`(?<!function |const )\\b${name}\\(`)
  const found = [...texts].filter(([, text]) => calls.test(text)).map(([file]) => file)
  expect(found.sort()).toEqual([...CALLERS[name]!].sort())
})
