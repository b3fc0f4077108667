import { type EnterKind, formatEntryLeaf, type OutReason } from '@redoubt/draw/entries/entry-leaf.ts'
import type { Selectable } from 'kysely'
import type { DrawEvent } from '#platform/db/tables.ts'
import type { GiveawayKey } from './holders.server.ts'

export type EntryEvent = Pick<Selectable<DrawEvent>, 'at' | 'kind' | 'person_id'> &
  Partial<Omit<Selectable<DrawEvent>, 'at' | 'kind' | 'person_id'>>

/** The line of an event's leaf. An event without a mark gets the one that the shop's nonce makes. */
export function leafOfEvent(event: EntryEvent, key: GiveawayKey): string {
  const at = +event.at
  const number = event.number!
  const mark = () => event.mark ?? key.markOf(event.entry_id!)
  const holder = () => key.holderOf(event.person_id)
  switch (event.kind) {
    case 'enter':
      return formatEntryLeaf({
        kind: 'enter',
        at,
        number,
        by: event.source as EnterKind,
        holder: holder(),
        mark: mark(),
      })
    case 'mail':
      return formatEntryLeaf({
        kind: 'mail',
        at,
        number,
        holder: holder(),
        mark: mark(),
        received: event.received_on!,
        card: event.card_number!,
      })
    case 'move':
      return formatEntryLeaf({ kind: 'move', at, from: number, to: event.to_number!, mark: mark() })
    case 'out':
      return formatEntryLeaf({ kind: 'out', at, number, reason: event.reason as OutReason })
    case 'same':
      return formatEntryLeaf({ kind: 'same', at, holder: holder(), successor: key.holderOf(event.into_person_id!) })
    default:
      throw new Error(`An event of an entry is of no known kind: ${event.kind}`)
  }
}
