import type { AtalaiaAnalyticsElement } from '../../src/index.ts'

export const GATEWAY = 'https://atalaia.example'
export const DOWN = 'https://down.example'
export const API = `${GATEWAY}/api`

export const element = (): AtalaiaAnalyticsElement & HTMLElement => {
  const found = document.querySelector('atalaia-analytics')
  if (!found) throw new Error('there is no <atalaia-analytics>')
  return found
}

export const send = (type: string, detail: unknown = {}): boolean =>
  element().dispatchEvent(new CustomEvent(type, { detail, bubbles: type !== 'error', composed: true }))

export const failScript = () => document.head.querySelector('script')?.dispatchEvent(new Event('error'))
