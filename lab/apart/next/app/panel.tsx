'use client'

import { AtalaiaAnalytics } from '@atalaia/embed/react'
import { useState } from 'react'

const getToken = async () => {
  const answer = await fetch('/atalaia-token', { method: 'POST' })
  if (!answer.ok) throw new Error(`/atalaia-token: ${answer.status}`)
  return answer.text()
}

export const Panel = ({ gateway }: { readonly gateway: string }) => {
  const [open, setOpen] = useState(true)
  return (
    <>
      <label>
        <input id="painel" type="checkbox" checked={open} onChange={() => setOpen(!open)} /> Painel
      </label>
      {open && <AtalaiaAnalytics gateway={gateway} api={`${gateway}/api`} getToken={getToken} reservedHeight={900} />}
    </>
  )
}
