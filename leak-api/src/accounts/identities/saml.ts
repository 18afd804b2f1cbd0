import type { SAML } from '@node-saml/node-saml'
import { normalEmailAddress } from '@atalaia/contracts'
import { messageOf } from '@atalaia/server'
import { MINUTE_MS } from '../../base/clock.ts'
import type { ProviderFailure } from './openid.ts'
import type { Identity, SamlProvider } from '../../base/people/provider.ts'
import { checkResponse, CLOCK_SKEW_MS, readAssertion, requestIdOf } from './saml-assertion.ts'
import { parseXml } from './xml.ts'

const library = () => import('@node-saml/node-saml')

/** From the provider's IssueInstant. */
const MAX_AGE_MS = 10 * MINUTE_MS
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

export type SamlPlace = {
  readonly entityId: string
  readonly recipient: string
}

export type SamlAnswer = { readonly response: string; readonly document: Document; readonly state: string }

export type CheckedAnswer =
  | { readonly status: 'known'; readonly identity: Identity; readonly assertionId: string }
  | ProviderFailure

/** XML IDs do not begin with a digit. */
const requestIdFor = (state: string) => `_${state}`

const clientOf = async (
  { issuer, signOnUrl, certificates }: SamlProvider,
  place: SamlPlace,
  state: string,
): Promise<SAML> => {
  const { SAML, ValidateInResponseTo } = await library()
  const requestId = requestIdFor(state)
  return new SAML({
    callbackUrl: place.recipient,
    issuer: place.entityId,
    audience: place.entityId,
    entryPoint: signOnUrl,
    idpCert: [...certificates],
    idpIssuer: issuer,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    maxAssertionAgeMs: MAX_AGE_MS,
    generateUniqueId: () => requestId,
    // Which requests are open is the database's to know; this client is for one of them.
    cacheProvider: {
      saveAsync: (_id, value) => Promise.resolve({ value, createdAt: Date.now() }),
      getAsync: (id) => Promise.resolve(id === requestId ? new Date().toISOString() : null),
      removeAsync: () => Promise.resolve(null),
    },
  })
}

export const samlAddress = async (provider: SamlProvider, place: SamlPlace, state: string): Promise<string> =>
  (await clientOf(provider, place, state)).getAuthorizeUrlAsync('', undefined, {})

export const samlMetadata = async ({ entityId, recipient }: SamlPlace): Promise<string> =>
  (await library()).generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: recipient,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_atalaia',
  })

/** Reads an answer by POST; `undefined` for a text that is no XML response or names no request. */
export const readAnswer = (sent: string): SamlAnswer | undefined => {
  const response = sent.replaceAll(/\s/g, '')
  if (!BASE64.test(response)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(response, 'base64'))
    const document = parseXml(text)
    const id = requestIdOf(document)
    return id?.startsWith('_') ? { response, document, state: id.slice(1) } : undefined
  } catch {
    return undefined
  }
}

/**
 * Binds an identity to the organisation of its provider: an entity ID comes from metadata, and may
 * be another company's.
 */
const issuerOf = ({ issuer, company }: SamlProvider) => `saml:${company.organisationId}:${issuer}`

/** node-saml also compares times with the system's clock. */
export const checkAnswer = async (
  provider: SamlProvider,
  place: SamlPlace,
  { response, document, state }: SamlAnswer,
  now: Date,
): Promise<CheckedAnswer> => {
  const expected = { issuer: provider.issuer, recipient: place.recipient, requestId: requestIdFor(state) }
  const { SamlStatusError } = await library()
  try {
    const client = await clientOf(provider, place, state)
    const { profile } = await client.validatePostResponseAsync({ SAMLResponse: response })
    checkResponse(document, expected)
    const signed = profile?.getAssertionXml?.()
    if (signed === undefined) return { status: 'refused', reason: 'there is no assertion' }
    const { id, subject, email } = readAssertion(parseXml(signed), expected, now)
    const identity = {
      issuer: issuerOf(provider),
      subject,
      email: normalEmailAddress(email ?? ''),
      isEmailVerified: provider.company.trustsAddresses,
    }
    return { status: 'known', identity, assertionId: id }
  } catch (error) {
    return error instanceof SamlStatusError ? { status: 'denied' } : { status: 'refused', reason: messageOf(error) }
  }
}
