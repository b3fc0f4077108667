import type { PersonalData } from '#kernel/personal-data.ts'
import {
  eraseSenders,
  handBackSenders,
  listCardsOfPerson,
  listFreeEntriesOfPerson,
} from './cards/personal-data.server.ts'

/** Senders of cards, and free entries online. Giveaways remove the entries, before. */
export const freeEntryData: PersonalData = {
  tables: ['mail_sender', 'mail_card', 'mail_card_scan', 'free_entry_request'],
  async exportOf(ctx, person) {
    const [mailedCards, freeEntriesOnline] = await Promise.all([
      listCardsOfPerson(ctx, person),
      listFreeEntriesOfPerson(ctx, person),
    ])
    return { mailedCards, freeEntriesOnline }
  },
  async erase(tx, person) {
    if (person.email === null) await handBackSenders(tx, person.userId)
    else await eraseSenders(tx, person)
  },
}
