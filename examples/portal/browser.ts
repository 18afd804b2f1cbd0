/** The page carries it: one build serves every installation. */
export const gateway = document.querySelector<HTMLMetaElement>('meta[name="atalaia"]')?.content ?? ''

const fetchFrom = async (path: string): Promise<string> => {
  const answer = await fetch(path, { method: 'POST' })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.text()
}

export const fetchToken = (): Promise<string> => fetchFrom('/atalaia-token')

/** For views outside the dashboard, of a client with their scopes. */
export const fetchViewsToken = (): Promise<string> => fetchFrom('/atalaia-token/views')
