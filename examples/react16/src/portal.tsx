import { AtalaiaAnalytics } from '@atalaia/embed/react'
import { fetchToken, gateway } from 'example-portal/browser'
import { useState, version } from 'react'

export const Portal = () => {
  const [open, setOpen] = useState(true)
  const [dark, setDark] = useState(false)
  const [added, setAdded] = useState<readonly string[]>([])
  return (
    <main>
      <h1>Portal de compras</h1>
      <p>Este portal usa o React {version}.</p>
      <label>
        <input type="checkbox" checked={dark} onChange={() => setDark(!dark)} /> Tema escuro
      </label>
      <label>
        <input id="painel" type="checkbox" checked={open} onChange={() => setOpen(!open)} /> Painel
      </label>
      {added.length > 0 && <p role="status">Adicionados aqui: {added.join(', ')}</p>}
      {open && (
        <AtalaiaAnalytics
          gateway={gateway}
          api={`${gateway}/api`}
          theme={dark ? 'dark' : 'light'}
          getToken={fetchToken}
          onEmailAdded={({ email }) => setAdded([...added, email])}
        />
      )}
    </main>
  )
}
