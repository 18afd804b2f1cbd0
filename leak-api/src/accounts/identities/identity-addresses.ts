import type { SignInFailure } from '@atalaia/contracts'
import { object, regex, string } from 'zod/mini'
import type { ProviderFailure } from './openid.ts'

/** The key of a provider in an address. */
export const providerParams = object({ provedor: string().check(regex(/^[a-z0-9-]{1,40}$/)) })

/** The address that begins a sign-in. */
export const startAddress = (apiUrl: string, key: string): string => `${apiUrl}/identidade/${key}/entrar`
/** The address to which a provider sends the browser back: one for each, so that none can pass another's answer on as its own. */
export const returnAddress = (apiUrl: string, key: string): string => `${apiUrl}/identidade/${key}/retorno`
/** The address of our metadata for a SAML provider, which is our entity ID there. */
export const metadataAddress = (apiUrl: string, key: string): string => `${apiUrl}/identidade/${key}/metadados`

/** The reason that the page gives for having no session. */
export const FAILURES: Record<ProviderFailure['status'], SignInFailure> = {
  unavailable: 'indisponivel',
  denied: 'negado',
  refused: 'recusado',
}
