import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import type { AuditStatus } from '../contract.ts'

const LOOKS: Record<AuditStatus, { tone: BadgeTone; label: string }> = {
  success: { tone: 'success', label: 'Success' },
  failed: { tone: 'danger', label: 'Failed' },
  duplicate: { tone: 'neutral', label: 'Duplicate' },
  pending: { tone: 'warning', label: 'Pending' },
  missing_audit: { tone: 'signal', label: 'Missing audit' },
}

/** Badge of an audit record's status, with colour and label. */
export const AuditBadge = ({ status }: { status: AuditStatus }) => (
  <Badge tone={LOOKS[status].tone}>{LOOKS[status].label}</Badge>
)
