import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../pictures/icon.tsx'

export type FieldProblem = { /** Id of the control to focus. */ field: string; message: string }

type FormErrorProps = { children?: ReactNode; problems?: readonly FieldProblem[] }

/** Error box above a refused form: the general error, then each invalid field. */
export function FormError({ children, problems = [] }: FormErrorProps) {
  const box = useRef<HTMLDivElement>(null)
  const isShown = Boolean(children) || problems.length > 0
  // The button that was pressed is often a screen below.
  useEffect(() => {
    if (isShown) void box.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  if (!isShown) return null
  return (
    <div ref={box} role="alert" className="flex scroll-m-5 gap-3 rounded-sm border border-danger bg-danger/10 p-4">
      <Icon name="warning" className="mt-0.75 text-danger" />
      <div className="min-w-0">
        {children && <p className="font-semibold">{children}</p>}
        {problems.length > 0 && (
          <ul className="mt-1 list-inside list-disc text-sm">
            {problems.map(problem => (
              <li key={problem.field}>
                <a href={`#${problem.field}`} className="underline underline-offset-3">
                  {problem.message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
