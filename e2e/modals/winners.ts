import type { Area, Modal } from './modal.ts'

async function winners(): Promise<Modal[]> {
  return []
}

export const WINNERS: Area = { name: 'winners', modals: winners }
