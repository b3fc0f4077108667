import type { Route } from './effects.ts'

const SECOND = 'walked with each scene'
const NEW_TERMS = 'terms of a giveaway without an entry; its publication fixes them'
const DUE = 'happens when it is due, by a rule that the log publishes before'
const SILENCE = 'two persons pass on a winner whom staff may have silenced, at any value'
const STANDS = 'a step of the prize that goes to the address that stands'
const TERMS_OF_CREDITS = 'no account of the own mailbox buys at these terms, and a grant ignores own prices'
const AS_THE_ENTRIES = 'follows the entries, which the scenes walk'
const BANK = 'the bank decides about the money of its customer, and the entries follow the credits'
const OWNERS = 'owners alone; the last one stays, and none changes the own role'

/** Commands of a row for which one person is enough, each with its reason. A command of the table stands here or has a scene. */
export const ONE_IS_ENOUGH: Record<string, Partial<Record<Route, string>>> = {
  'who wins': {
    'POST /admin/check-winners': DUE,
    'POST /admin/giveaways/{id}/round': 'takes a round that the public beacon signed, and no other',
    'POST /admin/winners/{id}/pass-on/confirm': SECOND,
    'POST /admin/winners/{id}/pass-on/refuse': 'the prize stays where it is',
    'POST /admin/winners/{id}/settle': 'ends a prize that no alternate can get',
    'POST /admin/winners/{id}/tell': SILENCE,
    'POST /admin/users/{id}/sign-out': SILENCE,
    'POST /admin/users/{id}/reset-password': SILENCE,
    'POST /admin/proposals/{id}/confirm': SECOND,
  },
  'who may enter, and who is in the list': {
    'POST /giveaways': NEW_TERMS,
    'POST /admin/giveaways/{id}/duplicate': NEW_TERMS,
    'POST /admin/giveaways/{id}/relist': NEW_TERMS,
    'POST /admin/mail-desk/cards': 'gives numbers to cards that another act types',
    'POST /admin/cards/{number}/confirm': SECOND,
    'POST /admin/disputes/{id}/accept': BANK,
    'POST /admin/proposals/{id}/confirm': SECOND,
  },
  'who gets a prize, and where it is sent': {
    'POST /admin/winners/{id}/papers': STANDS,
    'POST /admin/winners/{id}/ship': STANDS,
    'POST /admin/winners/{id}/finish': STANDS,
    'POST /admin/proposals/{id}/confirm': SECOND,
  },
  'who gets credits': {
    'POST /admin/credits/adjust': 'takes credits back alone, and never below zero',
    'POST /products': TERMS_OF_CREDITS,
    'PATCH /products/{id}': TERMS_OF_CREDITS,
    'POST /admin/products/bulk': TERMS_OF_CREDITS,
    'POST /admin/products/import': TERMS_OF_CREDITS,
    'POST /admin/products/{id}/restore': TERMS_OF_CREDITS,
    'POST /admin/codes': TERMS_OF_CREDITS,
    'PATCH /admin/codes/{id}': TERMS_OF_CREDITS,
    'POST /admin/codes/{id}/resume': TERMS_OF_CREDITS,
    'POST /admin/orders/{id}/review': 'the buyer paid; the credits are those of the order at its terms',
    'POST /admin/disputes/{id}/accept': 'takes credits back alone',
    'DELETE /admin/giveaways/{id}/entries/{slotNumber}': AS_THE_ENTRIES,
    'POST /admin/giveaways/{id}/cancel': AS_THE_ENTRIES,
    'DELETE /giveaways/{id}': AS_THE_ENTRIES,
    'PATCH /admin/settings': OWNERS,
    'POST /admin/proposals/{id}/confirm': SECOND,
  },
  'money out': {
    'POST /admin/refunds/{id}/retry': 'sends again what was decided, and counts in the sum of its order',
    'PUT /admin/orders/{id}/shipping-address':
      'less tax by the rate of the state; an order whose money reaches the threshold is a parcel of two persons',
    'POST /admin/disputes/{id}/evidence': 'the bank decides',
    'POST /admin/proposals/{id}/confirm': SECOND,
  },
  'where a paid parcel goes': { 'POST /admin/proposals/{id}/confirm': SECOND },
  'who is staff': {
    'POST /admin/users/create': OWNERS,
    'POST /admin/users/{id}/invitation': OWNERS,
    'POST /admin/users/{id}/disable': 'takes rights away; the last owner stays',
    'POST /admin/users/{id}/enable': 'gives back what an owner gave',
  },
}
