import { AtalaiaAnalytics } from '@atalaia/embed/react'
import { fetchToken, gateway } from 'example-portal/browser'
import { useState, version } from 'react'
import { Cases } from './cases.tsx'

export const Portal = () => {
  const [open, setOpen] = useState(true)
  const [cases, setCases] = useState(false)
  const [dark, setDark] = useState(false)
  const [added, setAdded] = useState<readonly string[]>([])
  return (
    <main>
      <h1>Portal do cliente</h1>
      <p>Este portal usa o React {version}.</p>
      <label>
        <input type="checkbox" checked={dark} onChange={() => setDark(!dark)} /> Tema escuro
      </label>{' '}
      <label>
        <input id="painel" type="checkbox" checked={open} onChange={() => setOpen(!open)} /> Painel
      </label>{' '}
      <label>
        <input id="casos" type="checkbox" checked={cases} onChange={() => setCases(!cases)} /> Casos
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
      {cases && <Cases dark={dark} />}
    </main>
  )
}
