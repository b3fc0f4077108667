import { extractText, getDocumentProxy } from 'unpdf'

/** Words of an answer: of a PDF as another program than its writer reads them. */
export async function wordsOf(answer: Response): Promise<string> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`)
  if (answer.headers.get('content-type') !== 'application/pdf') return answer.text()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())))
  return text.join('\n')
}
