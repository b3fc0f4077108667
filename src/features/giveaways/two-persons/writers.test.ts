import { expect, it } from 'vitest'
import { PROPOSAL_KINDS } from '#app/api/proposals/proposal-kinds.server.ts'
import { fileText, repositoryFiles } from '#app/testing/source/repository-files.ts'

const TABLES = 'giveaway|giveaway_entry|mail_card|draw_freeze|shop_settings'
/** A statement that changes giveaways, entries, cards, frozen lists or settings. */
const WRITE = new RegExp(
  `\\.(updateTable|deleteFrom|insertInto)\\('(${TABLES})'\\)|\\b(update|delete from|insert into) (${TABLES})\\b`,
)
/** The questions that turn an act of staff into a proposal. */
const ASKS = /\b(mustPropose|refusalTakesTwo|takesTwo)\(/

const F = 'src/features'
const G = `${F}/giveaways`
/** Files whose writes a member of staff brings about, and the kinds that they propose from the threshold on. */
const PROPOSES: Record<string, readonly string[]> = {
  [`${F}/free-entry/cards/commands/refuse-card.server.ts`]: ['refuse_card'],
  [`${F}/free-entry/cards/commands/register-card.server.ts`]: ['refuse_card'],
  [`${F}/free-entry/desk/commands/type-card.server.ts`]: ['refuse_card'],
  [`${F}/draws/commands/select-winner.server.ts`]: ['draw_early'],
  [`${G}/entries/commands/staff-entries.server.ts`]: ['remove_entry'],
  [`${G}/lifecycle/commands/change-giveaway.server.ts`]: ['change_giveaway_terms'],
  [`${G}/lifecycle/commands/end-giveaway.server.ts`]: ['close_giveaway', 'cancel_giveaway', 'delete_giveaway'],
  'src/features/settings/commands.server.ts': ['change_settings'],
}

const SHOP = 'the shop’s own act'
const OWN = 'the entrant’s own act'
const CARD = 'takes two persons by the register'
/** The other files that write, and why one person alone cannot decide with them who may enter or is in the list. */
const OTHERS: Record<string, string> = {
  'db/functions/claim_slots.sql': OWN,
  'db/functions/claim_slots_together.sql': OWN,
  'db/functions/register_mailed_entry.sql': 'an entry by mail of release 0.9 becomes a card',
  [`${F}/free-entry/online/commands/confirm-free-entry.server.ts`]: OWN,
  [`${G}/entries/commands/enter-giveaway.server.ts`]: `${OWN}: a swap of slots`,
  [`${G}/entries/commands/auto-entry.server.ts`]: SHOP,
  [`${F}/free-entry/cards/commands/enter-card.server.ts`]: CARD,
  [`${F}/free-entry/desk/commands/open-cards.server.ts`]: 'numbers envelopes; a late day waits when the card is typed',
  [`${F}/free-entry/desk/commands/take-card.server.ts`]: 'gives a card to a desk for five minutes',
  [`${F}/free-entry/cards/commands/tally-cards.server.ts`]: SHOP,
  [`${F}/free-entry/cards/personal-data.server.ts`]: 'deletes an account: delete_person',
  [`${G}/personal-data.server.ts`]: 'deletes an account: delete_person',
  [`${G}/entries/commands/merge-entries.server.ts`]: 'merges accounts: merge_people',
  [`${G}/entries/commands/free-credits.server.ts`]: 'takes no entry of such a giveaway for staff, see isOpen',
  [`${G}/entries/commands/dispute-entries.server.ts`]:
    'follows the bank; an unanswered dispute ends as an accepted one',
  [`${G}/entries/commands/ineligible-entrants.server.ts`]: SHOP,
  [`${G}/giveaway/commands/fix-freeze.server.ts`]: 'the date of the freeze, by the closes above',
  [`${F}/draws/commands/freeze-giveaway.server.ts`]:
    'the freeze, by select-winner before its date and by the shop on it',
  [`${F}/draws/commands/settle-freezes.server.ts`]: SHOP,
  [`${G}/lifecycle/commands/close-ended.server.ts`]: SHOP,
  [`${G}/lifecycle/commands/new-giveaway.server.ts`]: 'a giveaway that nobody has entered',
  [`${G}/lifecycle/commands/publish-rules.server.ts`]: 'the version of the rules text',
  [`${F}/draw-log/tree/commands/log-giveaway.server.ts`]: 'the commitment of the terms',
  [`${F}/draw-log/log/commands/restore-log.server.ts`]: 'an operator’s command after a lost database',
  [`${F}/draws/seed.server.ts`]: 'the demo',
}

const files = repositoryFiles('src', 'db/functions').filter(
  file => /\.(ts|sql)$/.test(file) && !/\.test\.ts$|\/(testing|tests|seed)\//.test(file),
)

it('each writer of giveaways, entries, cards and settings proposes from the threshold on, or says why one person decides nothing [B-34.5]', () => {
  const writers = files.filter(file => WRITE.test(fileText(file)))
  expect(writers.toSorted()).toEqual([...Object.keys(PROPOSES), ...Object.keys(OTHERS)].toSorted())
  const kinds = PROPOSAL_KINDS.map(({ name }) => name)
  for (const [file, proposed] of Object.entries(PROPOSES)) {
    expect(fileText(file), file).toMatch(ASKS)
    for (const kind of proposed) expect(kinds, file).toContain(kind)
  }
})
