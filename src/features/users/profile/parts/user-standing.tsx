import { ROLE_NAMES } from '#kernel/rights.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { ShownProfile } from '../../users-client.ts'

/** The state of an account as badges, with a notice when sign-in is blocked or asks for a new password. */
export function UserStanding({ person }: { person: ShownProfile }) {
  return (
    <>
      <p className="flex flex-wrap gap-1.5">
        {person.role && (
          <Badge tone="signal" icon="shield">
            Admin · {ROLE_NAMES[person.role]}
          </Badge>
        )}
        <Badge tone={person.isSubscriber ? 'success' : 'neutral'}>{person.subscriptionTier}</Badge>
        {!person.emailVerified && <Badge tone="warning">Email not confirmed</Badge>}
        {person.smsStopped && <Badge tone="warning">Replied STOP</Badge>}
        {person.disabled && <Badge tone="danger">Disabled</Badge>}
      </p>
      {person.disabled && (
        <Notice kind="warning">This account is disabled: nobody can sign in with it until it is enabled again.</Notice>
      )}
      {person.passwordDemand && !person.disabled && (
        <Notice>
          {person.passwordDemand === 'reset'
            ? 'The next sign-in asks for a new password, by a code that goes to their email.'
            : 'They have a temporary password; the first sign-in asks for a new one.'}
        </Notice>
      )}
    </>
  )
}
