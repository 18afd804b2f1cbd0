import { loadAnalytics } from '@atalaia/embed'
import { fetchToken } from 'example-portal/browser'

type Props = { readonly gateway: string; readonly place: string }

// The life of an application in single-spa: https://single-spa.js.org/docs/building-applications
export const bootstrap = ({ gateway }: Props) => loadAnalytics({ gateway })

export const mount = async ({ gateway, place }: Props) => {
  const dashboard = document.createElement('atalaia-analytics')
  dashboard.api = `${gateway}/api`
  dashboard.getToken = fetchToken
  document.querySelector(place)?.append(dashboard)
}

export const unmount = async ({ place }: Props) => document.querySelector(place)?.replaceChildren()
