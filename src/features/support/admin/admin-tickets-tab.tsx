import { Desk } from './list/desk.tsx'

/** `/admin?tab=support`: tickets about users' own affairs. */
export const AdminTicketsTab = () => <Desk type="support" />

/** `/admin?tab=inquiries`: all other inquiries. */
export const AdminInquiriesTab = () => <Desk type="general" />
