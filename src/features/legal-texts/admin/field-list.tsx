import type { ShownTemplate } from './legal-client.ts'

/** The fields with their values of today. */
export const FieldList = ({ fields }: { fields: ShownTemplate['fields'] }) => (
  <details className="rounded-sm border border-line px-4">
    <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-sm">
      Fields and their values today
    </summary>
    <dl className="divide-y divide-line border-line border-t text-sm">
      {fields.map(({ name, label, value }) => (
        <div key={name} className="grid gap-x-4 py-2 sm:grid-cols-2">
          <dt>
            <code>{`{${name}}`}</code> <span className="text-muted">{label}</span>
          </dt>
          <dd className="wrap-anywhere">{value || <em className="text-muted">empty</em>}</dd>
        </div>
      ))}
    </dl>
  </details>
)
