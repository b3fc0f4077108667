import type { Area, Modal } from './modal.ts'

async function codes(): Promise<Modal[]> {
  return []
}

export const CODES: Area = { name: 'codes', modals: codes }
