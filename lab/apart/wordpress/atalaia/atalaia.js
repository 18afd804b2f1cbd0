for (const dashboard of document.querySelectorAll('atalaia-analytics')) {
  const { token, nonce } = dashboard.dataset
  dashboard.getToken = async () => {
    const answer = await fetch(token, { method: 'POST', headers: { 'X-WP-Nonce': nonce } })
    if (!answer.ok) throw new Error(`${token}: ${answer.status}`)
    return answer.json()
  }
}
