import type { ReactNode } from 'react'

/** A titled section of a profile. */
export const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section aria-label={title}>
    <div className="mb-3 flex min-h-9 items-end justify-between gap-3 border-line border-b pb-2">
      <h3 className="label text-muted">{title}</h3>
      {action}
    </div>
    {children}
  </section>
)

/** A list of named facts; a dash stands for an unknown value. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(6.5rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">{children}</dl>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children || <span className="text-muted">–</span>}</dd>
  </>
)
