import { useQuery } from '@tanstack/react-query'
import { call, callForFile } from '#kernel/client/calls/call.ts'
import { uploadFile } from '#kernel/client/pictures.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { ADMIN_GIVEAWAYS, adminClient } from '../../giveaway/admin/giveaways-admin-client.ts'
import type { Obligations } from '../contract.ts'

/** The path of the staff routes of a duty, as the typed client needs it. */
const dutyRoutes = () => adminClient().admin.giveaways[':id'].obligations[':duty']

export const useObligations = (id: string) =>
  useQuery({
    queryKey: [...ADMIN_GIVEAWAYS, 'obligations', id],
    queryFn: () => call(adminClient().admin.giveaways[':id'].obligations.$get({ param: { id } })),
  })

export type Evidence = { reference: string; doneOn: string; file: File | null }
type Param = { id: string; duty: string }

/** Marks a duty done by its reference, a file, or both. */
export function finishDuty(param: Param, { reference, doneOn, file }: Evidence): Promise<Obligations> {
  const day: { doneOn?: string } = doneOn ? { doneOn } : {}
  if (!file) return call(dutyRoutes().done.$post({ param, json: { reference, ...day } }))
  const query = new URLSearchParams(doneOn ? { doneOn } : {})
  if (reference.trim()) query.set('reference', reference)
  const path = `/api/admin/giveaways/${param.id}/obligations/${param.duty}/evidence?${query}`
  return uploadFile<Obligations>(path, file, () => {})
}

export const overrideDuty = (param: Param, reason: string): Promise<Obligations> =>
  call(dutyRoutes().override.$post({ param, json: { reason } }))

export const undoDuty = (param: Param): Promise<Obligations> => call(dutyRoutes().$delete({ param }))

/** Downloads the file of a finished duty. @throws ApiError with the sentence to show */
export async function saveEvidence(param: Param, name: string): Promise<void> {
  saveFile(name, await callForFile(dutyRoutes().evidence.$get({ param })))
}

/** Downloads the filing pack of a giveaway. @throws ApiError with the sentence to show */
export async function saveFilingPack(id: string): Promise<void> {
  const pack = adminClient().admin.giveaways[':id']['filing-pack.pdf'].$get({ param: { id } })
  saveFile('filing-pack.pdf', await callForFile(pack))
}
