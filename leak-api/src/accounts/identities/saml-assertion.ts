import { attributeOf, childOf, childrenOf, descendantsOf, textOf, XML_NAMESPACES, XmlError } from './xml.ts'

/** Tolerance for clocks of providers. */
export const CLOCK_SKEW_MS = 60_000

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const ADDRESS_FORMATS: readonly string[] = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]
const ADDRESS_ATTRIBUTES = new Set([
  'email',
  'mail',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
])
const ALGORITHMS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
const MAX_SUBJECT_LENGTH = 300

/** P-IDENTITY-14 */
export type Expected = {
  readonly issuer: string
  readonly requestId: string
  readonly recipient: string
}

const demand = (holds: boolean, message: string) => {
  if (!holds) throw new XmlError(message)
}

export const requestIdOf = ({ documentElement: response }: Document): string | undefined =>
  isResponse(response) ? attributeOf(response, 'InResponseTo') : undefined

const isResponse = ({ localName, namespaceURI }: Element) =>
  localName === 'Response' && namespaceURI === XML_NAMESPACES.protocol

/** Throws an {@link XmlError} for a response that is not for us, or with a signature below SHA-256. */
export const checkResponse = (document: Document, { issuer, recipient }: Omit<Expected, 'requestId'>): void => {
  const { documentElement: response } = document
  demand(isResponse(response), 'it is no response')
  demand(attributeOf(response, 'Destination') === recipient, 'Destination is not our address')
  for (const told of childrenOf(response, 'assertion', 'Issuer'))
    demand(textOf(told) === issuer, 'Issuer of the response is not the provider')
  const status = childOf(childOf(response, 'protocol', 'Status'), 'protocol', 'StatusCode')
  demand(attributeOf(status, 'Value') === SUCCESS, 'Status is not Success')
  for (const name of ['SignatureMethod', 'DigestMethod'])
    for (const method of descendantsOf(document, 'signature', name))
      demand(ALGORITHMS.has(attributeOf(method, 'Algorithm') ?? ''), `${name}: SHA-256 or more is asked for`)
}

export type Assertion = { readonly id: string; readonly subject: string; readonly email: string | undefined }

/**
 * Reads an assertion with a checked signature from the signed text. Throws an {@link XmlError} for
 * rules of the browser profile (saml-profiles-2.0, section 4.1.4.3) that node-saml 5.1 leaves open.
 */
export const readAssertion = ({ documentElement: assertion }: Document, expected: Expected, now: Date): Assertion => {
  const { issuer, requestId, recipient } = expected
  const isAssertion = assertion.localName === 'Assertion' && assertion.namespaceURI === XML_NAMESPACES.assertion
  demand(isAssertion && attributeOf(assertion, 'Version') === '2.0', 'it is no assertion of SAML 2.0')
  const id = attributeOf(assertion, 'ID')
  if (id === undefined) throw new XmlError('ID is missing')
  demand(textOf(childOf(assertion, 'assertion', 'Issuer')) === issuer, 'Issuer is not the provider')
  demand(childrenOf(assertion, 'assertion', 'AuthnStatement').length > 0, 'AuthnStatement is missing')

  const subject = childOf(assertion, 'assertion', 'Subject')
  const isConfirmed = childrenOf(subject, 'assertion', 'SubjectConfirmation')
    .filter((confirmation) => attributeOf(confirmation, 'Method') === BEARER)
    .flatMap((confirmation) => childrenOf(confirmation, 'assertion', 'SubjectConfirmationData'))
    .some(
      (data) =>
        attributeOf(data, 'Recipient') === recipient &&
        attributeOf(data, 'InResponseTo') === requestId &&
        isAhead(data, now),
    )
  demand(isConfirmed, 'Subject: no bearer confirmation with our address as Recipient, InResponseTo and NotOnOrAfter')

  const nameId = childOf(subject, 'assertion', 'NameID')
  const format = attributeOf(nameId, 'Format')
  demand(format !== TRANSIENT, 'NameID is another one each time (transient)')
  const name = textOf(nameId)
  demand(name !== '' && name.length <= MAX_SUBJECT_LENGTH, 'NameID is empty or too long')
  const mayBeAddress = format === undefined || ADDRESS_FORMATS.includes(format)
  return { id, subject: name, email: addressIn(assertion) ?? (mayBeAddress ? name : undefined) }
}

const isAhead = (element: Element, now: Date): boolean => {
  const end = Date.parse(attributeOf(element, 'NotOnOrAfter') ?? '')
  return end + CLOCK_SKEW_MS > now.getTime()
}

const addressIn = (assertion: Element): string | undefined => {
  const values = childrenOf(assertion, 'assertion', 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'assertion', 'Attribute'))
    .filter((attribute) => ADDRESS_ATTRIBUTES.has((attributeOf(attribute, 'Name') ?? '').toLowerCase()))
    .flatMap((attribute) => childrenOf(attribute, 'assertion', 'AttributeValue').map(textOf))
  const [value, ...others] = new Set(values)
  return others.length === 0 ? value : undefined
}
