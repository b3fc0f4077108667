import type { Area, Modal } from './modal.ts'

async function money(): Promise<Modal[]> {
  return []
}

export const MONEY: Area = { name: 'money', modals: money }
