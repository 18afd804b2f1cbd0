import { DOMParser } from '@xmldom/xmldom'

export const XML_NAMESPACES = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
type Namespace = keyof typeof XML_NAMESPACES

/** Invalid XML, or XML with parts that SAML never needs. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
}

const refuse = (message: string) => {
  throw new XmlError(message)
}

/**
 * Parses XML, in which `<` is always markup. Refuses a document type (and so entities), CDATA,
 * instructions and, by default, comments before it reads.
 */
export const parseXml = (text: string, { comments = false } = {}): Document => {
  const body = text.replace(/^\s*<\?xml [^<>]*\?>/, '')
  if ((comments ? /<!(?!--)/ : /<!/).test(body)) throw new XmlError('it has a document type, CDATA or a comment')
  if (body.includes('<?')) throw new XmlError('it has an instruction')
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  const document: Document | undefined = parser.parseFromString(text, 'text/xml')
  if (document?.documentElement?.nodeType !== 1) throw new XmlError('it is no document')
  return document
}

export const childrenOf = (parent: Element, namespace: Namespace, name: string): Element[] =>
  elements(parent.childNodes).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === XML_NAMESPACES[namespace],
  )

export const descendantsOf = (parent: Document | Element, namespace: Namespace, name: string): Element[] =>
  elements(parent.getElementsByTagNameNS(XML_NAMESPACES[namespace], name))

/** Throws an {@link XmlError} unless exactly one exists. */
export const childOf = (parent: Element, namespace: Namespace, name: string): Element => {
  const [child, ...others] = childrenOf(parent, namespace, name)
  if (child === undefined || others.length > 0) throw new XmlError(`${parent.localName}: it has not one ${name}`)
  return child
}

export const textOf = (element: Element): string => (element.textContent ?? '').trim()

/** An attribute without a namespace; `undefined` when absent or empty. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.getAttribute(name) || undefined

/** Converts xmldom's lists, which are neither arrays nor iterable. */
const elements = (list: { readonly length: number; item(index: number): unknown }): Element[] =>
  Array.from({ length: list.length }, (_nothing, index) => list.item(index)).filter(isElement)

export const isElement = (node: unknown): node is Element =>
  typeof node === 'object' && node !== null && 'nodeType' in node && node.nodeType === 1
