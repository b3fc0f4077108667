import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { failureOf } from '#kernel/client/calls/sentence-of.ts'
import { EditConflict } from '#ui/editing/edit-conflict.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { STATUSES, type TicketStatus } from '../../desk/rules.ts'
import { DESK, deskChanged, deskClient, type KINDS, type ShownThread } from '../desk-client.ts'
import { STATUS_WORDS } from '../ticket-words.tsx'

type Edit = { status?: TicketStatus; assignedTo?: string | null }
type Change = { edit: Edit; version: number }
type Props = { ticket: ShownThread; kind: (typeof KINDS)[keyof typeof KINDS] }

/** Status and assignment, saved as they are chosen. */
export function TicketControls({ ticket, kind }: Props) {
  const agents = useAgents()
  const { change, conflict } = useTicketChange(ticket, kind)
  const set = (edit: Edit) => change.mutate({ edit, version: ticket.version })
  const { assignedTo } = ticket
  // A former agent stays shown as the assignee until the ticket is reassigned.
  const former = assignedTo && !agents.some(({ id }) => id === assignedTo)
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 sm:max-w-md" aria-busy={change.isPending || undefined}>
        <SelectField
          label="Status"
          value={change.variables?.edit.status && change.isPending ? change.variables.edit.status : ticket.status}
          options={STATUSES[ticket.type].map(value => ({ value, label: STATUS_WORDS[value].label }))}
          onChange={({ target }) => set({ status: target.value as TicketStatus })}
        />
        <SelectField
          label="Assigned to"
          value={assignedTo ?? ''}
          options={[
            { value: '', label: 'Unassigned' },
            ...agents.map(({ id, name, isMe }) => ({ value: id, label: isMe ? 'Me' : name })),
            ...(former ? [{ value: assignedTo, label: ticket.assignedToName ?? 'Unknown' }] : []),
          ]}
          onChange={({ target }) => set({ assignedTo: target.value || null })}
        />
      </div>
      {conflict}
    </div>
  )
}

/** A version conflict: the colleague's saved values, and the edit that lost. */
type Late = {
  edit: Edit
  version: number
  by: string
  at: string
  now: { status: TicketStatus; assignedTo: string | null }
}

function useTicketChange(ticket: ShownThread, kind: Props['kind']) {
  const agents = useAgents()
  const [late, setLate] = useState<Late | null>(null)
  const change = useMutation({
    mutationFn: ({ edit, version }: Change) => {
      const asked = { param: { id: ticket.id }, json: { ...edit, version } as never }
      return call(
        ticket.type === 'support' ? deskClient.tickets[':id'].$patch(asked) : deskClient.inquiries[':id'].$patch(asked),
      )
    },
    async onSuccess({ message }) {
      setLate(null)
      await deskChanged()
      toast.success(message)
    },
    async onError(error, { edit }) {
      const isLate = error instanceof ApiError && error.code === 'version_conflict'
      if (isLate) setLate({ edit, ...(error.details as Omit<Late, 'edit'>) })
      const failed = kind.notSet[edit.status === undefined ? 'assignedTo' : 'status']
      toast.error(isLate ? failed : failureOf(failed, error))
      await deskChanged()
    },
  })
  const nameOf = (id: string | null | undefined) =>
    id ? (agents.find(agent => agent.id === id)?.name ?? 'Someone else') : 'Unassigned'
  const conflict = late && (
    <EditConflict
      by={late.by}
      at={late.at}
      fields={[
        late.edit.status === undefined
          ? {
              name: 'assignedTo',
              label: 'Assigned to',
              mine: nameOf(late.edit.assignedTo),
              theirs: nameOf(late.now.assignedTo),
            }
          : {
              name: 'status',
              label: 'Status',
              mine: STATUS_WORDS[late.edit.status].label,
              theirs: STATUS_WORDS[late.now.status].label,
            },
      ]}
      onSettle={theirs =>
        theirs.length > 0 ? setLate(null) : change.mutate({ edit: late.edit, version: late.version })
      }
    />
  )
  return { change, conflict }
}

/** Possible assignees, the signed-in user first; empty while loading. */
export function useAgents() {
  const { data } = useQuery({ queryKey: [DESK, 'agents'], queryFn: () => call(deskClient.agents.$get()) })
  return (data?.agents ?? []).toSorted((a, b) => Number(b.isMe) - Number(a.isMe))
}
