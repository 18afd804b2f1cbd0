/** Atalaia's address. The page carries it: the same build serves wherever Atalaia is. */
export const gateway = document.querySelector<HTMLMetaElement>('meta[name="atalaia"]')?.content ?? ''

const fetchFrom = async (path: string): Promise<string> => {
  const answer = await fetch(path, { method: 'POST' })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.text()
}

/** A token from the portal's own server, which alone knows the secret. */
export const fetchToken = (): Promise<string> => fetchFrom('/atalaia-token')

/** A token for the views beside the dashboard, of a client with their scopes. */
export const fetchViewsToken = (): Promise<string> => fetchFrom('/atalaia-token/views')
