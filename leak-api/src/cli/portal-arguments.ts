import type { PortalOperation } from '../portals/portal-operations.ts'

export type PortalRequest =
  | { readonly kind: 'portal'; readonly order: PortalOperation; readonly json: boolean }
  | { readonly kind: 'misuse'; readonly message: string }

export type PortalOptions = { readonly account?: string; readonly scope?: string; readonly json: boolean }

const DEFAULT_SCOPE = 'leaks:read'
const MAX_NAME = 100

const orderOf = (words: readonly string[], { account, scope }: PortalOptions): PortalOperation | string => {
  const [group = '', action = '', what, ...others] = words
  const command = `${group} ${action}`.trim()
  if (others.length > 0) return `${command}: there is too much: ${others.join(' ')}`
  if (command === 'clients revoke')
    return what === undefined ? `${command}: CLIENT_ID is missing` : { kind: 'clients-revoke', id: what }
  const known = ['origins add', 'origins remove', 'origins list', 'clients create', 'clients list']
  if (!known.includes(command))
    return `${command}: no such command; there are ${[...known, 'clients revoke'].join(', ')}`
  if (account === undefined) return `${command}: --account EMAIL is missing: it says whose organisation is meant`
  if (command === 'origins list') return { kind: 'origins-list', account }
  if (command === 'clients list') return { kind: 'clients-list', account }
  const missing = command === 'clients create' ? 'NAME' : 'ORIGIN'
  if (what === undefined) return `${command}: ${missing} is missing`
  if (command === 'origins add') return { kind: 'origins-add', account, origin: what }
  if (command === 'origins remove') return { kind: 'origins-remove', account, origin: what }
  if (what.length > MAX_NAME) return `${command}: NAME has more than ${MAX_NAME} characters`
  return { kind: 'clients-create', account, name: what, scope: scope ?? DEFAULT_SCOPE }
}

/** What `origins …` and `clients …` ask for. */
export const readPortalArguments = (words: readonly string[], options: PortalOptions): PortalRequest => {
  const order = orderOf(words, options)
  return typeof order === 'string' ? { kind: 'misuse', message: order } : { kind: 'portal', order, json: options.json }
}
