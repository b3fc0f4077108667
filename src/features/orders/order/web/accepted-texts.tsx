import { BOUGHT_UNDER } from '#features/legal/rules.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import type { ShownOrder } from './orders-client.ts'

/** The versions of the legal texts that the buyer accepted, each as it was written then. */
export const AcceptedTexts = ({ texts }: { texts: ShownOrder['acceptedTexts'] }) => (
  <ul className="flex flex-col gap-1">
    {texts.map(({ kind, version }) => (
      <li key={kind}>
        <TextLink to={`/legal/${kind}/${version}`}>
          {BOUGHT_UNDER[kind]}, version {version}
        </TextLink>
      </li>
    ))}
  </ul>
)
