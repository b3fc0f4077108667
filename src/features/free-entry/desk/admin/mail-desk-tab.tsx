import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { useTabParam } from '#ui/layout/tab-param.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import { ConfirmDesk } from './confirm-desk.tsx'
import { DeskList } from './desk-list.tsx'
import { deskChanged, useDeskCounts } from './mail-desk-client.ts'
import { OpenDesk } from './open-desk.tsx'
import { TypeDesk } from './type-desk.tsx'

const STEPS = ['open', 'type', 'confirm', 'done', 'refused'] as const
type Step = (typeof STEPS)[number]

/** `/admin?tab=mail`: from the envelope to the entry, step by step. */
export function AdminMailDeskTab() {
  const [step, setStep] = useTabParam<Step>('step', STEPS)
  const { data } = useDeskCounts()
  const mayType = useRight('entries.change')
  useAdminChannel(['entries'], () => void deskChanged())
  const counted = (stage: 'opened' | 'waiting') => data && { count: data.counts[stage] }
  return (
    <Tabs<Step>
      label="Steps of the mail"
      value={step}
      onChange={setStep}
      tabs={[
        { value: 'open', label: 'Open', content: <OpenDesk mayOpen={mayType} /> },
        { value: 'type', label: 'Type', ...counted('opened'), content: <TypeDesk mayType={mayType} /> },
        { value: 'confirm', label: 'Confirm', ...counted('waiting'), content: <ConfirmDesk /> },
        { value: 'done', label: 'Registered', content: <DeskList stage="registered" /> },
        { value: 'refused', label: 'Refused', content: <DeskList stage="refused" /> },
      ]}
    />
  )
}
