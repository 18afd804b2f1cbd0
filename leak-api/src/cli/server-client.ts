import { request, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import {
  importEventSchema,
  sourceSchema,
  type ImportDone,
  type ImportFailed,
  type ImportProgress,
  type Source,
} from '../importing/import-protocol.ts'
import { readJsonLines } from './json-lines.ts'
import { portalAnswerSchema, type PortalAnswer, type PortalOperation } from '../portals/portal-operations.ts'
import { codeOf } from '../error-facts.ts'

const NOBODY = ['ENOENT', 'ECONNREFUSED']

/** The running server, reached over its socket. */
export type ServerClient = {
  upload(
    upload: { content: Readable; fileName: string; source: string; date: string | undefined; signal: AbortSignal },
    onProgress: (progress: ImportProgress) => void,
  ): Promise<ImportDone | ImportFailed>
  sources(): Promise<Source[]>
  portal(order: PortalOperation): Promise<PortalAnswer>
}

const post = (socketPath: string, path: string, body: unknown): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path, method: 'POST' }, resolve).on('error', reject).end(JSON.stringify(body))
  })

const readAnswer = async (response: IncomingMessage): Promise<PortalAnswer> => {
  for await (const value of readJsonLines(response)) return portalAnswerSchema.parse(value)
  return { kind: 'failed', message: 'the server went away; see what is there, and order it again' }
}

const get = (socketPath: string, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path }, resolve).on('error', reject).end()
  })

const readSources = async (response: IncomingMessage): Promise<Source[]> => {
  const sources: Source[] = []
  for await (const value of readJsonLines(response)) sources.push(sourceSchema.parse(value))
  return sources
}

const LOST = 'the server went away; start it and run the import again to finish it'

const follow = async (
  response: IncomingMessage,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportDone | ImportFailed> => {
  for await (const value of readJsonLines(response)) {
    const event = importEventSchema.parse(value)
    if (event.kind !== 'progress') return event
    onProgress(event)
  }
  return { kind: 'failed', message: LOST }
}

/** `undefined` when no server listens there. */
export const connectServer = async (socketPath: string): Promise<ServerClient | undefined> => {
  try {
    const response = await get(socketPath, '/sources')
    response.resume()
  } catch (error) {
    if (NOBODY.includes(codeOf(error) ?? '')) return undefined
    throw error
  }
  return {
    sources: async () => readSources(await get(socketPath, '/sources')),
    portal: async (order) => readAnswer(await post(socketPath, '/portals', order)),
    upload: async ({ content, fileName, source, date, signal }, onProgress) => {
      const query = new URLSearchParams({ file: fileName, source, ...(date === undefined ? {} : { date }) })
      const call = request({ socketPath, method: 'POST', path: `/imports?${query}`, signal })
      const answered = new Promise<IncomingMessage>((resolve, reject) =>
        call.on('response', resolve).on('error', reject),
      )
      content.on('error', (error) => call.destroy(error))
      content.pipe(call)
      try {
        return await follow(await answered, onProgress)
      } catch (error) {
        if (codeOf(error) === 'ECONNRESET') return { kind: 'failed', message: LOST }
        throw error
      } finally {
        content.destroy()
        call.destroy()
      }
    },
  }
}
