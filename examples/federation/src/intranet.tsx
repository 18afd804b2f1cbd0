import { useState, version } from 'react'
import { Dashboard } from './dashboard.tsx'

export const Intranet = () => {
  const [open, setOpen] = useState(true)
  const [dark, setDark] = useState(false)
  const [added, setAdded] = useState<readonly string[]>([])
  return (
    <main>
      <h1>Intranet</h1>
      <p>Esta intranet é um host de Module Federation com o React {version}.</p>
      <p>
        <button type="button" onClick={() => setOpen(!open)}>
          {open ? 'Fechar o painel' : 'Abrir o painel'}
        </button>{' '}
        <label>
          <input type="checkbox" checked={dark} onChange={() => setDark(!dark)} /> Tema escuro
        </label>
      </p>
      {added.length > 0 && <p role="status">Adicionados aqui: {added.join(', ')}</p>}
      {open && <Dashboard dark={dark} onEmailAdded={(email) => setAdded((before) => [...before, email])} />}
    </main>
  )
}
