/**
 * The server's own words in the body of a refusal: plain text, or the `message` of a JSON object, trimmed. `undefined`
 * when there are none. Text that begins with markup is a proxy's error page and counts as none.
 */
export const serverMessage = (body: unknown): string | undefined => {
  const text = typeof body === 'string' ? body : messageOf(body)
  const message = typeof text === 'string' ? text.trim() : ''
  return message === '' || message.startsWith('<') ? undefined : message
}

const messageOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
