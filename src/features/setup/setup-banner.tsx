import { useQuery } from '@tanstack/react-query'
import { useRight } from '#kernel/client/rights.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { setupQuery } from './setup-client.ts'

/** Shows owners of a new shop the next step on every tab, until no step is missing. */
export function SetupBanner() {
  const isShown = useRight('settings.change')
  const { data } = useQuery({ ...setupQuery, enabled: isShown })
  const next = data?.steps.find(step => !step.done && !step.isOptional)
  if (!isShown || !data?.isNew || !next) return null
  return (
    <div className="mb-6">
      <Notice>
        This shop is being set up: {data.done} of {data.of} steps are done. Next: {next.title}.{' '}
        <TextLink to="/admin?tab=setup">Open the checklist</TextLink>
      </Notice>
    </div>
  )
}
