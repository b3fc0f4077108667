import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { registerWhenIdle } from './service-worker/register.ts'

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
registerWhenIdle()
