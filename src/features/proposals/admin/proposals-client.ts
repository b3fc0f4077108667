import { useMutation } from '@tanstack/react-query'
import { AUDIT_LOG } from '#features/audit-log/admin/audit-log-client.ts'
import { NotReauthenticated, reauthenticated } from '#features/identity/web/reauthentication.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { ProposalsApi } from '../api.server.ts'
import type { Proposed } from '../contract.ts'

export const proposalsClient = () => clientOf<ProposalsApi>().admin.proposals

/** Prefix of all query keys of proposals. */
export const PROPOSALS = 'admin-proposals'

export const proposalsChanged = () => invalidate([PROPOSALS], [AUDIT_LOG])

/** True for the answer of an act that waits for a second person. */
export const isProposed = <T extends object>(answer: T | Proposed): answer is Proposed => 'proposal' in answer

/** Says that an act waits for a second person, and shows the proposal where it is listed. */
export async function sayProposed({ message }: Proposed): Promise<void> {
  await proposalsChanged()
  toast.success(`Proposed. ${message}`)
}

/** Runs an act that always waits for a second person. */
export function usePropose<Input = void>(act: (input: Input) => Promise<Proposed>, onDone: () => void) {
  return useMutation({
    mutationFn: (input: Input) => reauthenticated(() => act(input)),
    async onSuccess(proposed) {
      await sayProposed(proposed)
      onDone()
    },
    onError(error) {
      if (!(error instanceof NotReauthenticated)) void proposalsChanged()
    },
  })
}
