import { codeOf, parseAnswer } from '@atalaia/cli/base'
import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

export type OperatorCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, with its media type. */
  readonly json?: unknown
  /** Sent as it is, when there is no `json`. */
  readonly body?: Buffer | Readable
  readonly signal?: AbortSignal
}

export type OperatorAnswer = {
  readonly status: number
  /** Parsed JSON; `null` without a body; `{ message }` for a body that is not JSON. */
  readonly body: unknown
}

/** Orders to a running server over its operator socket. */
export type OperatorClient = {
  /**
   * Sends one request, and reads the whole answer. Any status resolves. Rejects with {@link NoServerError} when no
   * server listens, and with the connection's error when it is lost.
   */
  call(call: OperatorCall): Promise<OperatorAnswer>
  /** Sends one request, and resolves with the head of the answer; its body is still to be read. */
  open(call: OperatorCall): Promise<IncomingMessage>
}

/** No server listens on the socket: there is no file, or its process is gone. */
export class NoServerError extends Error {
  constructor(path: string, options: ErrorOptions) {
    super(`no server answers at ${path}: start it`, options)
    this.name = 'NoServerError'
  }
}

const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'])
/** A client of the operator socket at `socketPath`. Nothing is opened before the first call. */
export const createOperatorClient = (socketPath: string): OperatorClient => {
  const open = ({ method, path, headers, json, body, signal }: OperatorCall): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const type = json === undefined ? {} : { 'content-type': 'application/json' }
      const sent = request({
        socketPath,
        method,
        path,
        headers: { ...type, ...headers },
        // A kept connection would be the one of a server that has ended since.
        agent: false,
        ...(signal && { signal }),
      })
      const fail = (cause: Error) =>
        reject(NOBODY.has(codeOf(cause) ?? '') ? new NoServerError(socketPath, { cause }) : cause)
      sent.once('response', resolve).once('error', fail)
      if (!(body instanceof Readable)) return sent.end(json === undefined ? body : JSON.stringify(json))
      // Not pipeline(): it aborts a request without the error of its body.
      body.once('error', (error) => sent.destroy(error)).pipe(sent)
      return sent.once('close', () => body.destroy())
    })
  return {
    open,
    call: async (call) => {
      const answer = await open(call)
      return { status: answer.statusCode ?? 0, body: parseAnswer(await text(answer)) }
    },
  }
}
