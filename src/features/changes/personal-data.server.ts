import type { PersonalData } from '#adapters/personal-data.ts'

/**
 * The audit log holds user ids and no other personal data (adapters/change-record.server.ts). It is evidence of the work of staff,
 * so it stays unchanged. An export leaves it out; users see changes to their data on their own pages.
 */
export const changesData: PersonalData = {
  tables: ['change_record'],
  exportOf: async () => ({}),
  erase: async () => {},
}
