const [dashboard, cases] = document.querySelectorAll('atalaia-analytics')
const person = document.createElement('atalaia-analytics')

/** @param {string} path */
const tokensFrom = (path) => async () => {
  const answer = await fetch(path, { method: 'POST' })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.text()
}
// The dashboard's token opens no view, and that of the views no dashboard.
dashboard.getToken = tokensFrom('/atalaia-token')
cases.getToken = tokensFrom('/atalaia-token/views')
person.getToken = cases.getToken
person.api = cases.getAttribute('api')

// What a person sees of the cases is in the address of this page.
cases.place = new URL(location.href).searchParams.get('casos')
cases.addEventListener('view-change', ({ detail }) => {
  const url = new URL(location.href)
  url.searchParams.set('casos', detail.place)
  history.replaceState(null, '', url)
})

// A view asks for what was changed elsewhere once it is told to.
const follow = [
  [cases, person],
  [person, cases],
]
for (const [changed, other] of follow) {
  changed.addEventListener('case-changed', ({ detail }) => {
    document.querySelector('#mudado').textContent = `O caso de ${detail.address} agora é: ${detail.state}`
    if (other.isConnected) other.reload()
  })
}

document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  person.address = document.querySelector('input').value
  document.querySelector('form').after(person)
})
