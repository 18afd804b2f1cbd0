/** Fields with the reason of a refusal: ours, RFC 9457 and common frameworks. The first text counts. */
const MEMBERS = ['message', 'detail', 'error', 'title'] as const

/** Markup: a proxy or filter between the page and the API answered in its place (P-ERROR-27). */
export const isProxyPage = (body: unknown): boolean => typeof body === 'string' && body.trimStart().startsWith('<')

/** The server's words in a refusal, trimmed, or `undefined`. A proxy's page does not count. */
export const serverMessage = (body: unknown): string | undefined => {
  const text = typeof body === 'string' ? body : messageOf(body)
  const message = typeof text === 'string' ? text.trim() : ''
  return message === '' || isProxyPage(message) ? undefined : message
}

const messageOf = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return undefined
  const members = new Map<string, unknown>(Object.entries(body))
  return MEMBERS.map((name) => members.get(name)).find((value) => typeof value === 'string' && value.trim() !== '')
}
