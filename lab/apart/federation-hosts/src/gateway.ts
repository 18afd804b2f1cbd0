export const gateway = document.querySelector<HTMLMetaElement>('meta[name="atalaia"]')?.content ?? ''

export const getToken = async (): Promise<string> => {
  const answer = await fetch('/atalaia-token', { method: 'POST' })
  if (!answer.ok) throw new Error(`/atalaia-token: ${answer.status}`)
  return answer.text()
}
