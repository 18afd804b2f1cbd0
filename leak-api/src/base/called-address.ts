import { isReachable } from '@atalaia/server'

/** Addresses that people may have called: webhooks and push services. */
export type CallRules = {
  readonly http: boolean
  readonly local: boolean
}

/**
 * The reason to refuse an address; `undefined`: allowed. Each call judges the resolved name again
 * (`callForeign`).
 */
export const addressProblem = (address: string, { http, local }: CallRules): string | undefined => {
  if (!URL.canParse(address)) return 'Informe um endereço, como https://exemplo.com.br/webhook.'
  const { protocol, hostname, username, password, hash } = new URL(address)
  if (protocol !== 'https:' && !(http && protocol === 'http:')) return 'O endereço deve começar com https.'
  if (username !== '' || password !== '') return 'O endereço não pode ter usuário nem senha.'
  if (hash !== '') return 'O endereço não pode ter um fragmento (#).'
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const isNumber = /^[\d.]+$/.test(host) || host.includes(':')
  const isHere = host === 'localhost' || host.endsWith('.localhost')
  if ((isNumber && !isReachable(host, { local })) || (isHere && !local))
    return 'Este endereço é desta máquina ou de uma rede interna, e não pode ser chamado.'
  return undefined
}
