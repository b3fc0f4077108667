/** The answers of the API that a guest gets, by path, with each of `ids` in place of a path's id. */
export async function readAnswers(origin: string, ids: readonly string[]): Promise<[path: string, texts: string[]][]> {
  const { paths } = (await (await fetch(`${origin}/api/openapi.json`)).json()) as {
    paths: Record<string, { get?: object }>
  }
  const asked = Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || /^\/api\/(admin|my)\b|[{]\w+[}].*[{]/.test(path)) return []
    return path.includes('{') ? ids.map(id => path.replace(/\{\w+\}/, id)) : [path]
  })
  const answers: [string, string[]][] = []
  for (const path of asked) {
    const answer = await fetch(origin + path)
    if (answer.ok && /json|text/.test(answer.headers.get('content-type') ?? ''))
      answers.push([path, textsOf(await answer.text())])
  }
  return answers
}

/** Strings of a JSON answer, or lines of a text. */
function textsOf(answer: string): string[] {
  const found: string[] = []
  try {
    JSON.parse(answer, (_key, value) => {
      if (typeof value === 'string') found.push(value)
      return value
    })
    return found
  } catch {
    return answer.split('\n')
  }
}
