import type { AtalaiaAnalyticsElement } from '../../src/index.ts'

export const GATEWAY = 'https://atalaia.example'
/** A gateway whose script fails; a script is asked for once, so that it has to be another one. */
export const DOWN = 'https://down.example'
export const API = `${GATEWAY}/api`

/** The element in the document, whichever framework put it there. */
export const element = (): AtalaiaAnalyticsElement & HTMLElement => {
  const found = document.querySelector('atalaia-analytics')
  if (!found) throw new Error('there is no <atalaia-analytics>')
  return found
}

export const send = (type: string, detail: unknown = {}): boolean =>
  element().dispatchEvent(new CustomEvent(type, { detail, bubbles: type !== 'error', composed: true }))

/** Lets the script that was asked for fail, as without a network. */
export const failScript = () => document.head.querySelector('script')?.dispatchEvent(new Event('error'))
