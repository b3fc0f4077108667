import type { ReactNode } from 'react'
import { SectionHeading } from '#ui/layout/section-heading.tsx'

/** One chapter of the gallery. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="py-8">
      <SectionHeading>{title}</SectionHeading>
      <div className="flex flex-col gap-8">{children}</div>
    </section>
  )
}

/** One component with the name of its file above it. */
export function Specimen({ file, children, wide = false }: { file: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className="min-w-0">
      <p className="mb-3 font-mono text-muted text-xs">{file}</p>
      <div className={wide ? 'min-w-0' : 'flex flex-wrap items-start gap-4'}>{children}</div>
    </div>
  )
}
