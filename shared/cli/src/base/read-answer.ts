/** An answer that was not read to its end. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * The content of an answer. Rejects as soon as there are more than `maxBytes`, of which no more is held, and when the signal
 * of its request is aborted.
 */
export const readAnswer = async ({ body }: Response, maxBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new AnswerTooLarge(`its answer has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
