import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { portalOperationSchema, runPortalOperation } from '../portals/portal-operations.ts'
import { importQuerySchema, type ImportEvent } from './import-protocol.ts'
import { createImportsRepository } from './imports-repository.ts'
import { runImport, type ImportTools } from './run-import.ts'

export type ImportSocket = { close(): Promise<void> }

async function* bytesOf(request: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  // An upload that has stalled would hold up the end of the process.
  signal.addEventListener('abort', () => request.destroy(new Error('the server is stopping')))
  for await (const chunk of request) yield Buffer.from(chunk)
}

const takeImport = async (
  tools: ImportTools,
  { request, query, signal }: { request: IncomingMessage; query: URLSearchParams; signal: AbortSignal },
  tell: (event: ImportEvent) => void,
): Promise<void> => {
  const asked = importQuerySchema.safeParse(Object.fromEntries(query))
  if (!asked.success) return tell({ kind: 'failed', message: 'the import was not understood' })
  const { file, source, date } = asked.data
  tell(
    await runImport(tools, {
      content: bytesOf(request, signal),
      fileName: file,
      source,
      date,
      onProgress: tell,
      signal,
    }),
  )
}

/**
 * Takes imports and orders about portals from the command line while this process owns the embedded database: HTTP over a Unix socket that
 * its owner alone may open. Ends with one JSON event a line; one import at a time.
 */
export const openImportSocket = async (tools: ImportTools, path: string): Promise<ImportSocket> => {
  const stop = new AbortController()
  let running: Promise<void> | undefined

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://socket')
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const tell = (event: unknown) => response.write(`${JSON.stringify(event)}\n`)
    if (request.method === 'GET' && pathname === '/sources') {
      for (const source of await createImportsRepository(tools.database).sources()) tell(source)
    } else if (pathname === '/portals') {
      tell(await runPortalOperation(tools, portalOperationSchema.parse(await json(request))))
    } else if (running !== undefined) {
      tell({ kind: 'failed', message: 'another import is running; start this one when it has ended' })
    } else {
      running = takeImport(tools, { request, query, signal: stop.signal }, tell)
      await running.finally(() => (running = undefined))
    }
    response.end()
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((cause: unknown) => response.destroy(new Error('import socket', { cause })))
  })
  // An upload takes as long as its file is big.
  server.requestTimeout = 0
  await rm(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  await chmod(path, 0o600)

  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      stop.abort(new Error('the server is stopping'))
      await running?.catch(() => undefined)
      server.closeAllConnections()
      await closed
    },
  }
}
