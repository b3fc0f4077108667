import type { Right } from '#kernel/rights.ts'

/** A command of staff: `POST /admin/codes`, without `/api`. */
export type Route = `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

export type Effect = {
  /** The right of the direct act. */
  right: Right
  /** When two persons decide. */
  two: string
  /** Every command that brings the effect about, with the way: directly, or by way of which record. */
  commands: Partial<Record<Route, string>>
  /** Every job that does, and what it follows. A job has no actor: it carries out what a person or a rule decided. */
  jobs: Record<string, string>
  /** Further tests; `alone-and-by-two.test.ts` walks the commands of all rows. */
  shown: readonly string[]
}

const FOLLOWS_PAYMENT = 'a payment, as the provider tells it'

/** Every effect that needs a right. docs/security.md shows it row by row. */
export const EFFECTS: Record<string, Effect> = {
  'who wins': {
    right: 'giveaways.draw',
    two: 'an early draw and passing on, from the threshold; passing on a winner whom staff may have silenced, at any value',
    commands: {
      'POST /admin/select-automatic-winner': 'directly',
      'POST /giveaways/{id}/winner': 'directly',
      'POST /admin/check-winners': 'directly, what is due alone',
      'POST /admin/giveaways/{id}/round': 'directly, by a signed round alone',
      'POST /admin/winners/{id}/pass-on': 'directly, with winners.pass-on',
      'POST /admin/winners/{id}/pass-on/confirm': 'the second person',
      'POST /admin/winners/{id}/pass-on/refuse': 'the second person, or the first takes it back',
      'POST /admin/winners/{id}/settle': 'ends a prize without an alternate',
      'POST /admin/winners/{id}/tell': 'a recorded notice begins the days in which a winner falls silent',
      'POST /admin/users/{id}/disable': 'silences a winner',
      'POST /admin/users/{id}/sign-out': 'silences a winner',
      'POST /admin/users/{id}/reset-password': 'silences a winner',
      'DELETE /admin/users': 'the account of a winner or an alternate',
      'DELETE /admin/users/bulk-delete': 'the account of a winner or an alternate',
      'POST /admin/users/merge': 'the account of a winner or an alternate',
      'PUT /admin/users/{id}/role': 'staff cannot win',
      'POST /admin/proposals/{id}/confirm': 'the second person',
    },
    jobs: {
      'tend-draws': 'the date of the draw',
      'advance-giveaways': 'the date of the draw',
      'winner-drawn': 'the draw',
      'process-winner-deadlines': 'the rules of a silent winner',
    },
    shown: [
      'src/features/winners/tests/two-persons.test.ts › a second person with the right confirms, and the proposer cannot',
      'src/features/users/access/two-persons.test.ts › is neither deleted, merged nor disabled by staff of any role; the prize stays as it is',
    ],
  },
  'who may enter, and who is in the list': {
    right: 'entries.change',
    two: 'in a giveaway in public, from the threshold; cards by the rule of the desk',
    commands: {
      'POST /giveaways': 'the terms',
      'PATCH /giveaways/{id}': 'the terms',
      'DELETE /giveaways/{id}': 'removes all entries, with giveaways.delete',
      'POST /admin/giveaways/{id}/duplicate': 'a draft, which its publication decides',
      'POST /admin/giveaways/{id}/relist': 'the terms of the one before, with new dates',
      'POST /admin/giveaways/{id}/close': 'shuts later entrants out',
      'POST /admin/giveaways/{id}/cancel': 'removes all entries',
      'POST /admin/giveaways/{id}/private-entries': 'a card',
      'POST /admin/giveaways/{id}/refused-cards': 'a card that is no entry',
      'POST /admin/mail-desk/cards': 'numbers of cards',
      'POST /admin/cards/{number}/type': 'a card',
      'POST /admin/cards/{number}/confirm': 'the second person of a card',
      'POST /admin/cards/{number}/refuse': 'the second person of a card',
      'DELETE /admin/giveaways/{id}/entries/{slotNumber}': 'directly',
      'POST /admin/orders/{id}/refunds': 'entries of the credits that it takes back, with entries.change',
      'POST /admin/orders/{id}/cancel': 'entries of the credits that it takes back, with entries.change',
      'POST /admin/disputes/{id}/accept': 'undrawn entries of the credits that the bank takes back',
      'PATCH /admin/users/{id}': 'birth date and residence of an entrant',
      'DELETE /admin/users': 'the entries of the account',
      'DELETE /admin/users/bulk-delete': 'the entries of the accounts',
      'POST /admin/users/merge': 'the entries of the account',
      'PUT /admin/users/{id}/role': 'staff do not enter',
      'PATCH /admin/settings': 'the minimum age and the rules of free entries',
      'POST /admin/proposals/{id}/confirm': 'the second person',
    },
    jobs: {
      'auto-enter': 'the wish of a member',
      'auto-enter-due': 'the wish of a member',
      'membership-began': 'the wish of a member',
      'adopt-mail-entries': 'the proof of a mailbox',
      'mailbox-proven': 'the proof of a mailbox',
      'account-created': 'the proof of a mailbox, of the last release',
      'read-dispute': 'the decision of a bank',
      'follow-disputes': 'the decision of a bank',
      'tend-merged-people': 'a merge; rows for which two persons decide stay',
      'tend-deleted-accounts': 'a deletion; rows for which two persons decide stay',
    },
    shown: [
      'src/features/giveaways/two-persons/acts-of-two.test.ts › below the threshold happens by one person, and neither a lower value nor a higher threshold brings it there',
      'src/features/users/access/two-persons.test.ts › is deleted by two persons where two persons remove an entry',
      'src/features/users/access/two-persons.test.ts › is merged by two persons where two persons decide about an entry',
      'src/features/users/access/two-persons.test.ts › gets another birth date or state by two persons where two persons decide',
    ],
  },
  'who gets a prize, and where it is sent': {
    right: 'winners.change',
    two: 'an address that the winner did not enter, and the details of a winner, at any value',
    commands: {
      'POST /admin/winners/{id}/accept': 'directly',
      'POST /admin/winners/{id}/papers': 'a checked paper lets the prize be sent',
      'POST /admin/winners/{id}/ship': 'directly, to the address that stands',
      'POST /admin/winners/{id}/finish': 'directly',
      'PATCH /admin/users/{id}': 'the details of the winner',
      'POST /admin/users/merge': 'moves what the winner has: refused while the prize is open',
      'DELETE /admin/users': 'refused while the prize is open',
      'DELETE /admin/users/bulk-delete': 'refused while the prize is open',
      'POST /admin/proposals/{id}/confirm': 'the second person',
    },
    jobs: {
      'process-winner-deadlines': 'the rules of a silent winner',
      'tend-merged-people': 'a merge; a prize that is open stays',
    },
    shown: [
      'src/features/proposals/proposals.test.ts › waits as a proposal, changes nothing, and happens when another person confirms',
      'src/features/users/access/two-persons.test.ts › gets other details by two persons alone, at any value',
    ],
  },
  'who gets credits': {
    right: 'credits.change',
    two: 'a grant whose worth reaches the threshold with all grants to the person in 30 days; never alone for an account of the own mailbox',
    commands: {
      'POST /admin/credits/grant': 'directly',
      'POST /admin/credits/adjust': 'takes credits back alone',
      'POST /products': 'entries, tier and price of what earns credits, with credits.change',
      'PATCH /products/{id}': 'entries, tier and price of what earns credits, with credits.change',
      'POST /admin/products/bulk': 'tier and price of what earns credits, with credits.change',
      'POST /admin/products/import': 'entries, tier and price of what earns credits, with credits.change',
      'POST /admin/products/{id}/restore': 'the terms that another act gave it',
      'POST /admin/codes': 'credits at a discount, with credits.change',
      'PATCH /admin/codes/{id}': 'credits at a discount, with credits.change',
      'POST /admin/codes/{id}/resume': 'credits at a discount, with credits.change',
      'POST /admin/orders/{id}/review': 'an accepted payment that disagrees, with credits.change',
      'POST /admin/orders/{id}/refunds': 'credits that stay, with credits.change',
      'POST /admin/orders/{id}/cancel': 'credits that stay, with credits.change',
      'POST /admin/disputes/{id}/accept': 'takes credits back',
      'DELETE /admin/giveaways/{id}/entries/{slotNumber}': 'returns the credit of the entry',
      'POST /admin/giveaways/{id}/cancel': 'returns the credits of all entries',
      'DELETE /giveaways/{id}': 'returns the credits of all entries',
      'POST /admin/users/merge': 'the credits of the account, with credits.change',
      'PATCH /admin/settings': 'credits of referrals and memberships, by owners',
      'POST /admin/proposals/{id}/confirm': 'the second person',
    },
    jobs: {
      'payment-event': FOLLOWS_PAYMENT,
      'reconcile-orders': FOLLOWS_PAYMENT,
      'reconcile-payments': FOLLOWS_PAYMENT,
      'activate-membership': FOLLOWS_PAYMENT,
      'read-membership': FOLLOWS_PAYMENT,
      'membership-event': FOLLOWS_PAYMENT,
      'read-overdue-memberships': FOLLOWS_PAYMENT,
      'compare-memberships': FOLLOWS_PAYMENT,
      'issue-monthly-benefits': 'a running membership',
      'take-back-referral': 'a refund',
      'read-dispute': 'the decision of a bank',
      'follow-disputes': 'the decision of a bank',
      'tell-cancelled': 'a cancellation',
    },
    shown: [
      'src/features/users/credits/grants-of-two.test.ts › take two persons from the threshold on, by the lowest price of a credit',
      'src/features/orders/checkout/own-terms.test.ts › earns no account of their mailbox credits, and others as many as it says',
      'src/features/orders/checkout/own-terms.test.ts › needs the right to change credits beside that of products',
      'src/features/orders/checkout/own-terms.test.ts › is used by no account of the mailbox of the staff who made, changed or resumed it',
      'src/features/orders/refunds/own-orders.test.ts › a refund that leaves credits needs the right to change credits',
    ],
  },
  'money out': {
    right: 'orders.refund',
    two: 'what reaches the threshold with all that staff gave back of the order; never alone for an order of the own mailbox; to the card that paid alone',
    commands: {
      'POST /admin/orders/{id}/refunds': 'directly',
      'POST /admin/orders/{id}/cancel': 'directly',
      'POST /admin/orders/{id}/review': 'directly',
      'POST /admin/refunds/{id}/retry': 'directly, what was decided before',
      'PUT /admin/orders/{id}/shipping-address': 'less tax at the new address',
      'POST /admin/disputes/{id}/accept': 'the bank pays the buyer',
      'POST /admin/disputes/{id}/evidence': 'evidence that does not convince the bank',
      'POST /admin/proposals/{id}/confirm': 'the second person',
    },
    jobs: {
      'send-refund': 'a decided refund',
      'refund-reviewed-payment': 'what two persons decided',
      'accept-dispute': 'what two persons decided',
      'follow-refunds': 'a decided refund',
      'give-back-lost': 'a payment whose order was lost',
      'refund-second-membership': 'a second membership of one person',
      'end-subscription': 'a refund of the whole membership',
      'payment-event': 'a refund in the dashboard of the provider',
    },
    shown: [
      'src/features/orders/refunds/two-persons.test.ts › counts together, so that pieces refunded one by one, also at once, stay below the threshold',
      'src/features/orders/refunds/own-orders.test.ts › staff do not decide by %s about an order of any account of their mailbox',
      'src/features/orders/refunds/own-orders.test.ts › staff accept no held payment of their own order, and retry no refund of it',
      'src/features/disputes/answers.test.ts › neither accept nor answer a dispute about an order of their own',
    ],
  },
  'where a paid parcel goes': {
    right: 'orders.fulfil',
    two: 'goods whose worth reaches the threshold; the buyer hears of any other at every known contact',
    commands: {
      'PUT /admin/orders/{id}/shipping-address': 'directly',
      'PATCH /admin/users/{id}': 'an order that waits for the address on file',
      'POST /admin/users/merge': 'unsent orders of the account',
      'POST /admin/proposals/{id}/confirm': 'the second person',
    },
    jobs: {},
    shown: [
      'src/features/orders/order/address/two-persons.test.ts › a parcel of large worth goes elsewhere by two persons alone',
    ],
  },
  'who is staff': {
    right: 'roles.change',
    two: 'owners alone; not for an entrant or winner, also when the role waits for the proof of the mailbox',
    commands: {
      'PUT /admin/users/{id}/role': 'directly',
      'POST /admin/users/create': 'an invitation, with roles.change',
      'POST /admin/users/{id}/invitation': 'an open invitation again',
      'POST /admin/users/{id}/disable': 'takes the rights away',
      'POST /admin/users/{id}/enable': 'gives them back',
      'DELETE /admin/users': 'refused for staff',
      'DELETE /admin/users/bulk-delete': 'refused for staff',
      'POST /admin/users/merge': 'refused for staff',
    },
    jobs: {},
    shown: [
      'src/features/users/access/staff-invitations.test.ts › the role lapses at the proof when a prize of the invited person is at stake',
    ],
  },
}

/**
 * A row of the table in docs/security.md.
 * @param reasons why one person is enough; the other commands are walked.
 */
export function rowOf(
  name: string,
  { right, two, commands, jobs, shown }: Effect,
  reasons: Partial<Record<string, string>>,
): string {
  // What is brought about in the same way stands together, so that a way and its reason stand once a row.
  const listed = (ways: Partial<Record<string, string>>, saying: (what: string) => string) =>
    Object.entries(Object.groupBy(Object.entries(ways), ([what, way]) => `${way}${saying(what)}`))
      .map(([way, alike]) => `${alike!.map(([what]) => `\`${what}\``).join(', ')}: ${way}`)
      .join(' · ')
  const held = listed(commands, route => (reasons[route] ? ` (${reasons[route]})` : ' †'))
  const tests = shown.map(reference => reference.replace(/^[^ ]+/, file => `\`${file}\``)).join(' · ')
  return `| ${name} | \`${right}\` | ${two} | ${held} | ${listed(jobs, () => '') || '–'} | ${tests} |`
}
