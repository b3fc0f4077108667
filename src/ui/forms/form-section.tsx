import type { ReactNode } from 'react'

/** A named group of fields in a staff form. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-4">
    <h3 className="label border-line border-b pb-2 text-muted">{title}</h3>
    {children}
  </section>
)
