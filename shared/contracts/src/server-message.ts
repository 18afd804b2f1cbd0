/** Members in which servers say why they refuse: ours, RFC 9457, and what other frameworks use; the first text counts. */
const MEMBERS = ['message', 'detail', 'error', 'title'] as const

/**
 * The server's own words in the body of a refusal, trimmed: plain text, or the `message`, `detail`, `error` or `title` of a
 * JSON object. `undefined` when there are none. Text that begins with markup is a proxy's error page and counts as none.
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
