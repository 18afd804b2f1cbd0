import type { MountedDashboard } from '@atalaia/embed/federation'
import { useEffect, useRef, useState } from 'react'
import { gateway } from './gateway.ts'
import { loadDashboard } from './load-dashboard.ts'

const getToken = async (): Promise<string> => {
  const answer = await fetch('/atalaia-token', { method: 'POST' })
  if (!answer.ok) throw new Error(`/atalaia-token: ${answer.status}`)
  return answer.text()
}

export type DashboardProps = { readonly dark: boolean; readonly onEmailAdded: (email: string) => void }

/** The remote fills this place of the portal's React, with any React. */
export const Dashboard = ({ dark, onEmailAdded }: DashboardProps) => {
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedDashboard>(null)
  const [failed, setFailed] = useState(false)
  const theme = dark ? 'dark' : 'light'
  const first = useRef({ theme, onEmailAdded } as const)

  useEffect(() => {
    let left = false
    loadDashboard().then(
      ({ mount }) => {
        if (left || !place.current) return
        mounted.current = mount(place.current, {
          api: `${gateway}/api`,
          getToken,
          theme: first.current.theme,
          onEmailAdded: ({ email }) => first.current.onEmailAdded(email),
        })
      },
      () => setFailed(true),
    )
    return () => {
      left = true
      mounted.current?.unmount()
      mounted.current = null
    }
  }, [])
  useEffect(() => mounted.current?.update({ theme }), [theme])

  return failed ? <p role="alert">O painel não pôde ser carregado.</p> : <div ref={place} />
}
