const analytics = document.querySelector('atalaia-analytics')

analytics.getToken = async () => {
  const answer = await fetch('/atalaia-token', { method: 'POST' })
  if (!answer.ok) throw new Error(`/atalaia-token: ${answer.status}`)
  return answer.text()
}
