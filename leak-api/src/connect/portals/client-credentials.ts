export type Credentials = { readonly id: string; readonly secret: string }

export type ReadCredentials =
  | { readonly status: 'given'; readonly credentials: Credentials }
  | { readonly status: 'missing' }
  /** An Authorization header that is none of ours. */
  | { readonly status: 'unreadable' }
  /** In the header and in the body: RFC 6749 section 2.3 allows one method for each request. */
  | { readonly status: 'twice' }

/** RFC 6749 appendix B: form-encoded before it is packed. */
const decodeForm = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

const readBasic = (header: string): Credentials | undefined => {
  const [, packed = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header) ?? []
  const [, id, secret] = /^([^:]+):([^]+)$/.exec(Buffer.from(packed, 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) return undefined
  try {
    return { id: decodeForm(id), secret: decodeForm(secret) }
  } catch {
    return undefined
  }
}

/** The client's id and secret: `client_secret_basic` or `client_secret_post` (RFC 6749 section 2.3.1). */
export const readCredentials = (
  header: string | undefined,
  body: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined },
): ReadCredentials => {
  const { client_id: id, client_secret: secret } = body
  if (header === undefined)
    return id !== undefined && secret !== undefined
      ? { status: 'given', credentials: { id, secret } }
      : { status: 'missing' }
  if (secret !== undefined) return { status: 'twice' }
  const credentials = readBasic(header)
  if (credentials === undefined) return { status: 'unreadable' }
  if (id !== undefined && id !== credentials.id) return { status: 'twice' }
  return { status: 'given', credentials }
}
