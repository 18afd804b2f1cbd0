import { isReachable } from '@atalaia/server'

/** The addresses that an operator lets people have called: those of webhooks and of push services. */
export type CallRules = {
  /** Whether http is taken, too: outside production. */
  readonly http: boolean
  /** Whether this machine and private networks may be called. */
  readonly local: boolean
}

/** The reason why an address that a person gave is not called; `undefined` where it is. What a name resolves to is judged with each call (`callForeign`). */
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
