import { useState, version } from 'react'
import { Dashboard } from './dashboard.tsx'

export const Portal = () => {
  const [open, setOpen] = useState(true)
  return (
    <main>
      <h1>Portal federado</h1>
      <p>Este portal é um host de Module Federation com o React {version}.</p>
      <label>
        <input id="painel" type="checkbox" checked={open} onChange={() => setOpen(!open)} /> Painel
      </label>
      {open && <Dashboard />}
    </main>
  )
}
