import { loadAnalytics } from '@atalaia/embed'

// The life of an application in qiankun: https://qiankun.umijs.org/guide/getting-started#micro-app
export const bootstrap = async ({ gateway }) => loadAnalytics({ gateway })

export const mount = async ({ container, gateway }) => {
  const dashboard = document.createElement('atalaia-analytics')
  dashboard.api = `${gateway}/api`
  dashboard.getToken = async () => {
    const answer = await fetch('/atalaia-token', { method: 'POST' })
    if (!answer.ok) throw new Error(`/atalaia-token: ${answer.status}`)
    return answer.text()
  }
  container.querySelector('#dashboard').append(dashboard)
}

export const unmount = async ({ container }) => container.querySelector('#dashboard').replaceChildren()
