/** The values of a stream with one JSON value a line; what breaks the stream is thrown here. */
export async function* readJsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let open = ''
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n')
    open = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield JSON.parse(line)
  }
}
