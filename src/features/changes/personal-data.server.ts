import type { PersonalData } from '#adapters/personal-data.ts'

/**
 * The record names people by their bare ids and holds nothing else of them (adapters/change-record.server.ts), so it stays as it
 * is: it proves what the staff did. Nobody is told of the staff's work beside the changes that their own pages show.
 */
export const changesData: PersonalData = {
  tables: ['change_record'],
  exportOf: async () => ({}),
  erase: async () => {},
}
