import { AtalaiaAnalytics } from '@atalaia/embed/react'
import { fetchViewsToken, gateway } from 'example-portal/browser'
import { useState } from 'react'

/** A separate client opens the cases and an address. */
export const Cases = ({ dark }: { readonly dark: boolean }) => {
  const [filter, setFilter] = useState('')
  const [place, setPlace] = useState('')
  const [address, setAddress] = useState('')
  const [changed, setChanged] = useState('')
  const common = {
    gateway,
    api: `${gateway}/api`,
    theme: dark ? 'dark' : 'light',
    getToken: fetchViewsToken,
    onCaseChanged: (one: { readonly address: string; readonly state: string }) =>
      setChanged(`O caso de ${one.address} agora é: ${one.state}`),
  } as const
  return (
    <>
      <h2>Casos</h2>
      {changed !== '' && <p role="status">{changed}</p>}
      <AtalaiaAnalytics
        {...common}
        view="cases"
        filter={filter}
        place={place}
        onViewChange={(seen) => {
          setFilter(seen.filter)
          setPlace(seen.place)
        }}
      />
      <h2>Uma pessoa</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAddress(String(new FormData(event.currentTarget).get('email')))
        }}
      >
        <label>
          Email da pessoa <input name="email" type="email" required />
        </label>{' '}
        <button>Mostrar</button>
      </form>
      {address !== '' && <AtalaiaAnalytics {...common} address={address} />}
    </>
  )
}
