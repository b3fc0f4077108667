import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callForFile } from '#kernel/client/calls/call.ts'
import { PICTURE_TYPES, uploadFile } from '#kernel/client/pictures.ts'
import { useRight } from '#kernel/client/rights.ts'
import { toast } from '#ui/feedback/toast.ts'
import { FilePicker } from '#ui/forms/file-picker.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { DeskCard } from '../contract.ts'
import { cardCalls, deskChanged } from './mail-desk-client.ts'

/** The scan of a card beside its fields, and the way to add or replace it. It is read with the caller's token, never by an address. */
export function CardScan({ card: { number, hasScan } }: { card: DeskCard }) {
  const [isHere, setHere] = useState(hasScan)
  const mayScan = useRight('entries.change')
  const scan = useQuery({
    queryKey: ['card-scan', number],
    queryFn: () => readScan(number),
    enabled: isHere,
    gcTime: 0,
  })
  const adding = useMutation({
    mutationFn: (file: File) => uploadFile<{ message: string }>(`/api/admin/cards/${number}/scan`, file, () => {}),
    async onSuccess({ message }) {
      toast.success(message)
      setHere(true)
      await Promise.all([scan.refetch(), deskChanged()])
    },
  })
  const problem = adding.error ?? scan.error
  if (!isHere && !mayScan) return null
  return (
    <div className="flex flex-col gap-3">
      <FormError>{problem?.message}</FormError>
      {scan.data && <Picture blob={scan.data} number={number} />}
      {mayScan && (
        <FilePicker accept={PICTURE_TYPES} onPick={async ([file]) => file && adding.mutateAsync(file).catch(() => {})}>
          {adding.isPending ? 'Saving the scan...' : isHere ? 'Replace the scan' : 'Add a scan'}
        </FilePicker>
      )}
    </div>
  )
}

const readScan = (number: number): Promise<Blob> =>
  callForFile(cardCalls().scan.$get({ param: { number: String(number) } }))

function Picture({ blob, number }: { blob: Blob; number: number }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(blob)
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [blob])
  if (!url) return null
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block">
      <img
        src={url}
        alt={`Scan of card ${number}`}
        className="max-h-[60dvh] w-full rounded-sm border border-line object-contain"
      />
      <span className="sr-only">Opens in a new tab</span>
    </a>
  )
}
