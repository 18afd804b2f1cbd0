import type { DashboardModule, MountedDashboard } from '@atalaia/embed/federation'
import { loadRemote, registerRemotes } from '@module-federation/runtime'
import { useEffect, useRef, useState } from 'react'
import { gateway, getToken } from './gateway.ts'

let loading: Promise<DashboardModule> | undefined

const load = async (): Promise<DashboardModule> => {
  const entry = `${gateway}/embed/mfe-analytics/stable/remoteEntry.js`
  registerRemotes([{ name: 'mfe_analytics', entry }])
  const module = await loadRemote<DashboardModule>('mfe_analytics/dashboard')
  if (!module) throw new Error(`${entry}: it has no ./dashboard`)
  return module
}

export const Dashboard = () => {
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let mounted: MountedDashboard | undefined
    let left = false
    loading ??= load()
    loading.then(
      ({ mount }) => {
        if (!left && place.current) mounted = mount(place.current, { api: `${gateway}/api`, getToken })
      },
      () => setFailed(true),
    )
    return () => {
      left = true
      mounted?.unmount()
    }
  }, [])
  return failed ? <p role="alert">O painel não pôde ser carregado.</p> : <div ref={place} />
}
