import { request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const answerSchema = z.object({ token: z.string() })

/** A deploy token of `remote`, from the gateway's operators' socket in `dataDir`. */
export const newToken = (dataDir: string, remote: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request(
      {
        socketPath: join(dataDir, 'gateway.sock'),
        path: '/-/tokens',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      },
      (answer) => {
        json(answer).then((body) => resolve(answerSchema.parse(body).token), reject)
      },
    )
    asked.once('error', reject)
    asked.end(JSON.stringify({ remote, label: 'bench' }))
  })
