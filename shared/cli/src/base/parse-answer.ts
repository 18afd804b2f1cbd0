const MAX_TEXT = 200

/** Parsed JSON, `null` for an empty body, or `{ message }` for text. */
export const parseAnswer = (body: string): unknown => {
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch {
    return { message: body.trim().slice(0, MAX_TEXT) }
  }
}
