import { Desk } from './desk.tsx'

/** `/admin?tab=support`: what people ask about their own affairs. */
export const AdminTicketsTab = () => <Desk type="support" />

/** `/admin?tab=inquiries`: everything else that people ask. */
export const AdminInquiriesTab = () => <Desk type="general" />
