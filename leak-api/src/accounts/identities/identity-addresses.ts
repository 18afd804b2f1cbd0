import type { SignInFailure } from '@atalaia/contracts'
import { object, regex, string } from 'zod/mini'
import type { ProviderFailure } from './openid.ts'

export const providerParams = object({ provedor: string().check(regex(/^[a-z0-9-]{1,40}$/)) })

export const startAddress = (apiUrl: string, key: string): string => `${apiUrl}/identidade/${key}/entrar`
/** Each provider has its own address, so none can pass on another provider's answer. */
export const returnAddress = (apiUrl: string, key: string): string => `${apiUrl}/identidade/${key}/retorno`
export const metadataAddress = (apiUrl: string, key: string): string => `${apiUrl}/identidade/${key}/metadados`

export const FAILURES: Record<ProviderFailure['status'], SignInFailure> = {
  unavailable: 'indisponivel',
  denied: 'negado',
  refused: 'recusado',
}
