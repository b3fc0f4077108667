import type { PersonalData } from '#kernel/personal-data.ts'

/**
 * The audit log holds user ids and no other personal data (kernel/audit-log.server.ts). It is evidence of the work of staff,
 * so it stays unchanged. An export leaves it out; users see changes to their data on their own pages.
 */
export const auditLogData: PersonalData = {
  tables: ['audit_log'],
  exportOf: async () => ({}),
  erase: async () => {},
}
