/** Fields with the reason of a refusal: ours, RFC 9457 and common frameworks. The first text counts. */
const MEMBERS = ['message', 'detail', 'error', 'title'] as const

/**
 * The server's words in a refusal, trimmed, or `undefined`. Markup is a proxy's page and does not
 * count.
 */
export const serverMessage = (body: unknown): string | undefined => {
  const text = typeof body === 'string' ? body : messageOf(body)
  const message = typeof text === 'string' ? text.trim() : ''
  return message === '' || message.startsWith('<') ? undefined : message
}

const messageOf = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return undefined
  const members = new Map<string, unknown>(Object.entries(body))
  return MEMBERS.map((name) => members.get(name)).find((value) => typeof value === 'string' && value.trim() !== '')
}
