import { X509Certificate } from 'node:crypto'
import type { SamlFacts } from '../../base/people/provider.ts'
import { attributeOf, childrenOf, descendantsOf, isElement, parseXml, textOf, XmlError } from './xml.ts'

/** One identity provider's metadata is smaller. Federation metadata is not supported. */
export const MAX_METADATA_BYTES = 256 * 1024
const MAX_CERTIFICATES = 5
const MIN_KEY_BITS = 2048
const MAX_ADDRESS_LENGTH = 1000
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

const isSignOnAddress = (address: string): boolean => {
  if (address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address)) return false
  const { protocol, hostname, username, password, hash } = new URL(address)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
  return isSecure && [username, password, hash].every((part) => part === '')
}

const readCertificate = (base64: string): X509Certificate => {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch (cause) {
    throw new XmlError('a certificate cannot be read', { cause })
  }
}

const certificateOf = (base64: string): string => {
  const certificate = readCertificate(base64)
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS)
    throw new XmlError(`the key of a certificate has to be one of RSA with ${MIN_KEY_BITS} bits or more`)
  return certificate.toString().trim()
}

/** Throws an {@link XmlError} when the entity ID, the redirect address or a certificate is missing. */
export const readMetadata = (text: string): SamlFacts => {
  const document = parseXml(text, { comments: true })
  const [role, ...others] = descendantsOf(document, 'metadata', 'IDPSSODescriptor')
  if (role === undefined || others.length > 0) throw new XmlError('it describes not one identity provider')
  const { parentNode: entity } = role
  const issuer = isElement(entity) ? attributeOf(entity, 'entityID') : undefined
  if (issuer === undefined || issuer.length > MAX_ADDRESS_LENGTH) throw new XmlError('it has no entityID')
  const signOnUrl = childrenOf(role, 'metadata', 'SingleSignOnService')
    .filter((service) => attributeOf(service, 'Binding') === REDIRECT)
    .map((service) => attributeOf(service, 'Location'))
    .find((location) => location !== undefined && isSignOnAddress(location))
  if (signOnUrl === undefined)
    throw new XmlError('it has no SingleSignOnService with the binding HTTP-Redirect at an https address')
  const certificates = childrenOf(role, 'metadata', 'KeyDescriptor')
    .filter((key) => (attributeOf(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => descendantsOf(key, 'signature', 'X509Certificate'))
    .map((certificate) => certificateOf(textOf(certificate)))
  const different = [...new Set(certificates)]
  if (different.length === 0 || different.length > MAX_CERTIFICATES)
    throw new XmlError(`it has to have one certificate for signatures, and at most ${MAX_CERTIFICATES}`)
  return { issuer, signOnUrl, certificates: different }
}
