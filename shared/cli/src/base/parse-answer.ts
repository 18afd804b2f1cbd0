const MAX_TEXT = 200

/** The body of an answer: parsed JSON, `null` for none, and `{ message }` with its beginning for other text. */
export const parseAnswer = (body: string): unknown => {
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch {
    return { message: body.trim().slice(0, MAX_TEXT) }
  }
}
