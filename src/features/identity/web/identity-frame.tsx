import { createContext, type FormEvent, type ReactNode, type Ref, useContext } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { withoutFullStop } from '#kernel/values/words/full-stop.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TopoGround } from '#ui/layout/topo-ground.tsx'
import { BrandBezel } from '#ui/pictures/bezel.tsx'
import { Mark, Wordmark } from '#ui/pictures/mark.tsx'
import { ShippedOnly } from '#ui/pictures/own-picture.tsx'

const PICTURE = '/pictures/hero-banner-phone'
const sources = (ending: string) => `${PICTURE}-480.${ending} 480w, ${PICTURE}-800.${ending} 800w`

/** The layout of the sign-in pages: on wide screens the brand beside the form, on phones the form alone. */
export function IdentityFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid lg:min-h-[calc(100dvh-4rem)] lg:grid-cols-[minmax(22rem,2fr)_3fr]">
      <BrandSide />
      <div className="flex min-w-0 justify-center px-4 py-10 sm:px-8 lg:py-16">
        <div className="w-full min-w-0 max-w-xl">{children}</div>
      </div>
    </div>
  )
}

function BrandSide() {
  const { name, tagline, logoDark } = useSettings().brand
  return (
    <aside aria-label={`About ${name}`} className="hidden bg-plate text-on-plate lg:block">
      <div className="sticky top-16 flex h-[calc(100dvh-4rem)] max-h-240 flex-col">
        <ShippedOnly instead={<BrandGround />}>
          <picture className="relative min-h-0 flex-1">
            <source type="image/avif" srcSet={sources('avif')} sizes="40vw" media="(min-width: 64rem)" />
            <source type="image/webp" srcSet={sources('webp')} sizes="40vw" media="(min-width: 64rem)" />
            <img alt="" width={800} height={1000} className="absolute inset-0 size-full object-cover object-bottom" />
          </picture>
        </ShippedOnly>
        <div className="relative border-coyote/40 border-t px-10 py-9">
          <TopoGround />
          <div className="relative">
            {logoDark ? <Wordmark ground="dark" /> : <Mark size={40} />}
            {tagline && (
              <p className="wrap-anywhere mt-4 font-condensed font-semibold text-4xl uppercase leading-none">
                {withoutFullStop(tagline)}
              </p>
            )}
            <p className="mt-4 max-w-sm">
              Gear that lasts, credits that count, and draws that anyone can check. No purchase necessary: enter free by
              mail.
            </p>
          </div>
        </div>
      </div>
    </aside>
  )
}

const BrandGround = () => (
  <div className="scheme-dark relative grid min-h-0 flex-1 place-items-center text-ink">
    <TopoGround />
    <BrandBezel className="w-3/5 max-w-96" />
  </div>
)

/** True where the steps of a sign-in are part of a page with a heading of its own. */
export const IsPart = createContext(false)

/** The heading of a form with one more sentence. */
export function FormHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const isPart = useContext(IsPart)
  return (
    <header className={isPart ? 'mb-5' : 'mb-7'}>
      {isPart ? <h2 className="text-2xl">{title}</h2> : <h1 className="text-3xl sm:text-4xl">{title}</h1>}
      {children && <p className="mt-3 text-muted">{children}</p>}
    </header>
  )
}

type StepFormProps = {
  title: string
  lead: ReactNode
  /** The message of the form's error box. */
  problem: string | undefined
  /** `form` of `useForm`. */
  form?: { ref: Ref<HTMLFormElement> }
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

/** A form that is one step of a sign-in page: heading, error box, fields. */
export const StepForm = ({ title, lead, problem, form, onSubmit, children }: StepFormProps) => (
  <>
    <FormHead title={title}>{lead}</FormHead>
    <form {...form} onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      {children}
    </form>
  </>
)
