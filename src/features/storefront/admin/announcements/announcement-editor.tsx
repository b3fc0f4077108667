import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { zoneWordsAt } from '#kernel/values/clock/shop-clock.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import type { EditorProps } from '#ui/staff-kit/list-page.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { ANNOUNCEMENT, AnnouncementBody, AnnouncementChange } from '../../contract.ts'
import { ANNOUNCEMENTS, type ShownAnnouncement, storefrontClient } from '../storefront-client.ts'

type Newer = { text: string; href: string; begins_at: string; ends_at: string; version: number }

/** The stored announcement of a refusal, whose fields are columns. */
function storedIn(details: Record<string, unknown>) {
  const { version, begins_at, ends_at, ...row } = details as Newer
  const moments = { begins_at: new Date(begins_at), ends_at: new Date(ends_at) }
  return { ...ANNOUNCEMENT.valuesOfRow({ ...row, ...moments }), version }
}

/** The form of an announcement. @param record null makes a new one. */
export function AnnouncementEditor({ record, onClose }: EditorProps<ShownAnnouncement>) {
  const { text, dialog } = useRecordEditor({
    name: 'announcement',
    record,
    formStateOf: stored => (stored ? ANNOUNCEMENT.typedOf(stored) : ANNOUNCEMENT.blank),
    labels: ANNOUNCEMENT.called,
    show: (field, values) => ANNOUNCEMENT.saidOf(field, values),
    bodies: [AnnouncementBody, AnnouncementChange],
    inputOf: current => ANNOUNCEMENT.valuesOf(current),
    changeOf: current => ANNOUNCEMENT.valuesOf(current),
    create: (json, options) => call(storefrontClient.announcements.$post({ json }, options)),
    change: ({ id, json }) => call(storefrontClient.announcements[':id'].$patch({ param: { id }, json })),
    remove: id => call(storefrontClient.announcements[':id'].$delete({ param: { id } })),
    refresh: () => invalidate([ANNOUNCEMENTS]),
    said: () => 'The announcement is saved',
    onClose,
    readNewer: storedIn,
  })
  const zone = `By the shop’s clock, ${zoneWordsAt(new Date()).long}`
  return (
    <EditorDialog
      {...dialog}
      title={record ? 'Edit announcement' : 'New announcement'}
      saveLabel={record ? 'Save changes' : 'Schedule'}
    >
      <TextField required autoComplete="off" {...ANNOUNCEMENT.controlOf('text')} {...text('text')} />
      <TextField
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...ANNOUNCEMENT.controlOf('href')}
        {...text('href')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          required
          type="datetime-local"
          {...ANNOUNCEMENT.controlOf('beginsAt')}
          hint={zone}
          {...text('beginsAt')}
        />
        <TextField
          required
          type="datetime-local"
          {...ANNOUNCEMENT.controlOf('endsAt')}
          hint="Of several at one time, visitors see the one that began last"
          {...text('endsAt')}
        />
      </div>
      {record && <AuditHistory type="announcement" id={record.id} />}
    </EditorDialog>
  )
}
