export const FINGERPRINT_KEY = Buffer.alloc(32, 7)

export async function* chunksOf(...texts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}
